/** The part of nodemailer that `mail.ts` uses: its own types are not in the package. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly disableFileAccess: boolean;
  readonly disableUrlAccess: boolean;
}

/** A connection to a mail server. */
export interface Transport {
  /** Throws an error with `code` and, where the server answered, `responseCode`. */
  sendMail(mail: Mail): Promise<unknown>;
  /** Connects and signs in. Throws as `sendMail` does. */
  verify(): Promise<true>;
}

/** Where the mail server is, and how long to wait for it, milliseconds. */
export interface TransportOptions {
  readonly url: string;
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  readonly socketTimeout: number;
}

/** Returns a connection to a mail server, with defaults of every mail. */
export function createTransport(
  options: TransportOptions,
  defaults: { readonly from: string },
): Transport;
