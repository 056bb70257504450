import { Scope } from "../../contracts/scope.ts";

/** Someone with a credential, `session` for the owner in person: calls are limited, metered and audited per account. */
export interface Account {
  readonly kind: "key" | "oauth" | "session";
  /** The key's id, or the identity behind an OAuth grant: what is limited, metered and audited. */
  readonly id: string;
  /** Whose saved items these are: the same for every credential of one owner. */
  readonly owner: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Calls a minute. */
  readonly perMinute: number;
}

/** Who is asking, and what they may do. */
export type Principal =
  | { readonly kind: "local"; readonly scopes: ReadonlySet<Scope> }
  | { readonly kind: "anonymous"; readonly scopes: ReadonlySet<Scope> }
  | Account;

/** The person at the command line, on their own data. */
export const LOCAL: Principal = {
  kind: "local",
  scopes: new Set(Scope.options),
};

/** A caller without a credential: may read. */
export const ANONYMOUS: Principal = {
  kind: "anonymous",
  scopes: new Set<Scope>(["read"]),
};
