import type { z } from "zod";
import type { LIMITS } from "./constants/limits.ts";
import type { Scope } from "./scope.ts";

/** One thing the service can do, described once; tools, routes, commands and docs derive from it. */
export interface OperationContract<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
> {
  /** Tool name, snake_case. */
  readonly name: string;
  readonly title: string;
  /** "Use this when ...": what it answers, what it does not, what to do with a refusal. */
  readonly description: string;
  /** The same for people at a command line; default: the description. */
  readonly help?: string;
  /** Null if any credential is enough. */
  readonly scope: Scope | null;
  /** Set where the answer belongs to someone: anonymous callers are refused whatever their scopes. */
  readonly needsAccount?: true;
  /** Metering cost class. */
  readonly cost: keyof typeof LIMITS.cost_units;
  readonly input: I;
  readonly output: O;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Example inputs; each is run by the tests against the demo county. */
  readonly examples: readonly {
    readonly title: string;
    readonly input: z.input<I>;
  }[];
  /** Deprecated names that still work, with their own input shape mapped to this one. */
  readonly aliases: readonly OperationAlias<I>[];
  /** The card that hosts of MCP Apps show beside the answer; the text is complete without it. */
  readonly card?: "deal" | "value";
  /** False where it is no tool for agents; default: it is. */
  readonly tool?: false;
  /**
   * Where REST serves it, below `/api`. `{geoid}` in the path is the input field of that name;
   * `{subject}` is a property_id, `lat,lon` or address. The other fields are query parameters
   * of a GET, or the JSON body of a POST.
   */
  readonly rest: { readonly method: "GET" | "POST"; readonly path: string };
  /** The command line's word for it, for example `comps`; none where a terminal has no use for it. */
  readonly command?: string;
}

/** Annotations of an operation that looks and changes nothing, in data that are all its own. */
export const READ_ONLY: OperationContract["annotations"] = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Annotations of an operation that changes what its caller keeps here, the same however often it is repeated, and takes nothing away. */
export const WRITES: OperationContract["annotations"] = {
  ...READ_ONLY,
  readOnlyHint: false,
};

/** A deprecated name of an operation. */
export interface OperationAlias<
  I extends z.ZodObject,
  A extends z.ZodObject = z.ZodObject,
> {
  readonly name: string;
  readonly input: A;
  /** Turns the alias's parsed input into the operation's. */
  map(input: z.output<A>): z.input<I>;
  /** ISO date of deprecation and of the earliest removal, at least 90 days apart. */
  readonly deprecated: string;
  readonly sunset: string;
}
