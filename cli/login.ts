import { join } from "node:path";
import { z } from "zod";
import { invalidParams } from "../contracts/errors.ts";
import { note } from "./output.ts";
import { settings } from "./context.ts";
import { originOf, type Remote } from "./remote.ts";

/** A server and the key for it, as `twoflat login` keeps them. */
const Login = z.object({ server: z.string(), key: z.string() }).strict();

/** A server and the key for it. */
export type Login = z.infer<typeof Login>;

const fileIn = (dataDir: string) => join(dataDir, "login.json");

/** Returns what `twoflat login` kept; undefined before it, and after `twoflat logout`. */
export async function readLogin(dataDir: string): Promise<Login | undefined> {
  try {
    return Login.parse(JSON.parse(await Deno.readTextFile(fileIn(dataDir))));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw invalidParams(
      "TWOFLAT_DATA_DIR",
      "a directory whose login.json `twoflat login` wrote, or that has none",
      `${fileIn(dataDir)} cannot be read: ${
        error instanceof SyntaxError || error instanceof z.ZodError
          ? "it is damaged"
          : error instanceof Error
          ? error.message
          : error
      }`,
    );
  }
}

/** Keeps a login, readable by its owner alone. */
export async function writeLogin(dataDir: string, login: Login): Promise<void> {
  await Deno.mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = fileIn(dataDir);
  const draft = `${path}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(draft, `${JSON.stringify(login)}\n`, {
    createNew: true,
    mode: 0o600,
  });
  await Deno.rename(draft, path);
}

/** Forgets the login. Returns the server it was for. */
export async function forgetLogin(
  dataDir: string,
): Promise<string | undefined> {
  const login = await readLogin(dataDir);
  if (login) await Deno.remove(fileIn(dataDir));
  return login?.server;
}

/** Options that say where an answer comes from. */
export interface ServerChoice {
  readonly server?: string;
  readonly key?: string;
  readonly snapshot?: string;
}

/**
 * Returns the server that answers: the one that an option or setting names, else the one logged
 * in to unless a snapshot is named. Undefined where local data answer.
 */
export async function serverFor(
  { server, key, snapshot }: ServerChoice,
): Promise<Remote | undefined> {
  const config = settings();
  const named = server ?? config.server;
  if (named === undefined && (snapshot ?? config.snapshot) !== undefined) {
    return undefined;
  }
  const login = await readLogin(config.dataDir);
  if (named === undefined) {
    if (login) note(`data: ${login.server}, as logged in`);
    return login;
  }
  const origin = originOf(named);
  const kept = login?.server === origin ? login.key : undefined;
  return { server: origin, key: key ?? config.key ?? kept };
}
