import { Fault } from "../contracts/errors.ts";
import { settings } from "./context.ts";
import { originOf, type RawInput, send } from "./remote.ts";

/** Returns the server that a command is for: the one named, else the setting's, else this machine's. */
export function serverOf(named: string | undefined): string {
  const { server, host, port } = settings();
  return originOf(named ?? server ?? `http://${host}:${port}`);
}

/**
 * Asks a server as its operator.
 *
 * @throws {Fault} `unauthorized` without the write secret; what the server answered
 */
export async function askOperator(
  named: string | undefined,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<RawInput> {
  const { writeSecret } = settings();
  if (writeSecret === undefined) {
    throw new Fault("unauthorized", "this command is for the operator", {
      field: "TWOFLAT_WRITE_SECRET",
      expected: "the server's write secret",
    });
  }
  const server = serverOf(named);
  return await send({ server, key: writeSecret }, {
    method,
    url: new URL(path, server),
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}
