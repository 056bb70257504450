import { Webhook } from "standardwebhooks";
import { Webhook as Svix } from "svix";

/** One request as it came. */
export interface Received {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly status: number;
  readonly path: string;
  readonly data: unknown;
}

/** A receiver on this machine that verifies every webhook with two libraries. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly origin: string;
  readonly received: readonly Received[];
  /** Requests whose signature or age was wrong. */
  readonly unverified: () => number;
}

/**
 * Starts a receiver.
 *
 * @param secretOf the secret of a path; undefined verifies nothing
 * @param statusOf what it answers
 */
export function webhookReceiver(
  secretOf: (path: string) => string | undefined,
  statusOf: (
    path: string,
    id: string,
  ) => number | Response | Promise<Response> = () => 204,
): WebhookReceiver {
  const received: Received[] = [];
  let unverified = 0;
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const body = await request.text();
      const { pathname } = new URL(request.url);
      const headers = Object.fromEntries(request.headers);
      const secret = secretOf(pathname);
      try {
        if (secret !== undefined) {
          new Webhook(secret).verify(body, headers);
          new Svix(secret).verify(body, headers);
        }
      } catch {
        unverified++;
        return new Response(null, { status: 401 });
      }
      const id = headers["webhook-id"];
      const answer = statusOf(pathname, id);
      const response = typeof answer === "number"
        ? new Response(null, { status: answer })
        : await answer;
      received.push({
        id,
        timestamp: Number(headers["webhook-timestamp"]),
        status: response.status,
        path: pathname,
        data: JSON.parse(body).data,
      });
      return response;
    },
  );
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    received,
    unverified: () => unverified,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
