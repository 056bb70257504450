import type { z } from "zod";
import { AuditPage } from "../contracts/audit.ts";
import { IssuedKey, KeyPage, KeyView } from "../contracts/keys.ts";
import { Usage } from "../contracts/usage.ts";
import type { Keys } from "../core/access/keys.ts";
import { parseAnswer, type Remote, send } from "./remote.ts";

/** The operator's side of `Keys`. */
export type OperatorKeys = Omit<Keys, "issueTo">;

/** The keys of a running server, through its operator paths. `remote.key` is the write secret. */
export function remoteKeys(remote: Remote): OperatorKeys {
  async function ask<S extends z.ZodRawShape>(
    answer: z.ZodObject<S>,
    method: "GET" | "POST",
    path: string,
    { body, query = {} }: {
      readonly body?: object;
      readonly query?: Readonly<Record<string, unknown>>;
    } = {},
  ): Promise<z.output<z.ZodObject<S>>> {
    const url = new URL(`/api/keys${path}`, remote.server);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    // The stamp of the server's data says nothing about keys.
    return parseAnswer(
      answer.strip(),
      await send(remote, { method, url, body: body && JSON.stringify(body) }),
    );
  }
  const at = (id: string) => `/${encodeURIComponent(id)}`;
  return {
    issue: (body) => ask(IssuedKey, "POST", "", { body }),
    list: (query) => ask(KeyPage, "GET", "", { query }),
    find: (id) => ask(KeyView, "GET", at(id)),
    rotate: (id, body) => ask(IssuedKey, "POST", `${at(id)}/rotate`, { body }),
    revoke: (id) => ask(KeyView, "POST", `${at(id)}/revoke`),
    usage: (id, query) => ask(Usage, "GET", `${at(id)}/usage`, { query }),
    audit: (id, query) => ask(AuditPage, "GET", `${at(id)}/audit`, { query }),
  };
}
