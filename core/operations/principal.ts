import type { Scope } from "../../contracts/operation.ts";

/** Who is asking, and what they may do. */
export interface Principal {
  readonly kind: "local" | "anonymous";
  readonly scopes: ReadonlySet<Scope>;
}

/** The person at the command line, on their own data. */
export const LOCAL: Principal = {
  kind: "local",
  scopes: new Set<Scope>(["read", "underwrite", "write-state", "webhooks"]),
};

/** A caller without a credential. */
export function anonymous(scopes: Iterable<Scope>): Principal {
  return { kind: "anonymous", scopes: new Set(scopes) };
}
