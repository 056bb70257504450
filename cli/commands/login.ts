import process from "node:process";
import { text as readAll } from "node:stream/consumers";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { LIMITS } from "../../contracts/constants/limits.ts";
import { invalidParams } from "../../contracts/errors.ts";
import { KeyPage, type KeyView } from "../../contracts/keys.ts";
import { settings } from "../context.ts";
import { forgetLogin, readLogin, writeLogin } from "../login.ts";
import { keyOption } from "../options.ts";
import { note, print } from "../output.ts";
import { originOf, parseAnswer, type Remote, send } from "../remote.ts";

/** `twoflat login`: sends all further questions to a server instead of local data. */
export function loginCommand(): CommandUnknownOpts {
  return new Command("login")
    .summary("use a server instead of local data")
    .description(
      "Checks the key with the server and stores both in TWOFLAT_DATA_DIR, readable by you alone. That server then answers until `twoflat logout`, unless --server or --snapshot names other data. Without an argument it shows where you are logged in.",
    )
    .argument("[server]", "the server's address")
    .addOption(keyOption())
    .addHelpText(
      "after",
      `
Examples:
  # asks for the key, and does not show it
  $ twoflat login https://twoflat.example
  # from a file or another command
  $ twoflat login https://twoflat.example < key.txt
  $ twoflat login`,
    )
    .action(async (named, given) => {
      const { dataDir } = settings();
      if (named === undefined) {
        const login = await readLogin(dataDir);
        return print(
          login
            ? `logged in to ${login.server} with the key ${idOf(login.key)}`
            : "not logged in: answers come from local data",
        );
      }
      const server = originOf(named);
      const key = given.key ?? await askKey(server);
      const { scopes, owner } = await about({ server, key });
      await writeLogin(dataDir, { server, key });
      print(`logged in to ${server} with the key ${idOf(key)}`);
      note(`of ${owner}; it may ${scopes}`);
    });
}

/** `twoflat logout`: answers come from local data again. */
export function logoutCommand(): CommandUnknownOpts {
  return new Command("logout")
    .description("forget the server and its key, and use local data again")
    .addHelpText("after", "\nExamples:\n  $ twoflat logout")
    .action(async () => {
      const server = await forgetLogin(settings().dataDir);
      print(server ? `logged out of ${server}` : "not logged in");
    });
}

/** The public part of a key. */
const idOf = (key: string) => key.slice("svc_".length).slice(0, 8);

/** Asks the server about a key. Throws `unauthorized` for one that it does not know. */
async function about(
  remote: Remote & { readonly key: string },
): Promise<{ readonly scopes: string; readonly owner: string }> {
  const url = new URL("/api/me/keys", remote.server);
  url.searchParams.set("limit", String(LIMITS.page.max));
  let own: KeyView | undefined;
  let next: string | null;
  do {
    const page = parseAnswer(
      KeyPage.strip(),
      await send(remote, { method: "GET", url }),
    );
    own = page.keys.find(({ id }) => id === idOf(remote.key));
    next = page.next_cursor;
    url.searchParams.set("cursor", next ?? "");
  } while (!own && next !== null);
  if (!own) throw invalidParams("key", "an API key of the server");
  return { scopes: own.scopes.replaceAll(",", ", "), owner: own.email };
}

/** Reads the key from a pipe, or from a terminal without showing it. */
async function askKey(server: string): Promise<string> {
  const typed = process.stdin.isTTY
    ? await typeHidden(`API key of ${server} (not shown): `)
    : await readAll(process.stdin);
  const key = typed.trim();
  if (key === "") throw invalidParams("key", `an API key of ${server}`);
  return key;
}

/** Lets a person type a line that the terminal does not show. */
async function typeHidden(question: string): Promise<string> {
  await Deno.stderr.write(new TextEncoder().encode(question));
  Deno.stdin.setRaw(true, { cbreak: true });
  const bytes = new Uint8Array(1024);
  let line = "";
  try {
    while (!/[\r\n]/.test(line)) {
      const read = await Deno.stdin.read(bytes);
      if (read === null) break;
      line += new TextDecoder().decode(bytes.subarray(0, read));
    }
  } finally {
    Deno.stdin.setRaw(false);
    note("");
  }
  // Backspace takes back what was typed before it.
  while (/[^\x7f]\x7f/.test(line)) line = line.replace(/[^\x7f]\x7f/, "");
  return line;
}
