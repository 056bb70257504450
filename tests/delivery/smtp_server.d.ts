/** The part of smtp-server that the tests use: its own types are not in the package. */
export interface Session {
  readonly envelope: {
    readonly rcptTo: readonly { readonly address: string }[];
  };
}

/** What a mail server does. */
export interface Options {
  readonly name: string;
  readonly authOptional: boolean;
  readonly disabledCommands: readonly string[];
  onRcptTo(
    recipient: { readonly address: string },
    session: Session,
    done: (error?: Error) => void,
  ): void;
  onData(
    stream: {
      on(event: "data", listener: (chunk: Uint8Array) => void): void;
      on(event: "end", listener: () => void): void;
    },
    session: Session,
    done: (error?: Error) => void,
  ): void;
}

/** A mail server. */
export class SMTPServer {
  constructor(options: Options);
  listen(port: number, host: string, listening: () => void): void;
  close(closed: () => void): void;
  readonly server: { address(): { readonly port: number } };
}
