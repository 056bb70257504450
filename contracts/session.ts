import { z } from "zod";
import { Scope } from "./scope.ts";

/** Input of `POST /api/session`. */
export const SignIn = z.object({
  key: z.string().min(1).max(100).describe("an API key; it is not kept"),
}).strict();
/** Input of `POST /api/session`. */
export type SignIn = z.infer<typeof SignIn>;

/** Answer of `/api/session`: what the browser's session may do. */
export const SessionState = z.object({
  signed_in: z.boolean(),
  account: z.string().nullable().describe(
    "id of the key that was signed in with, or the pseudonym of a browser that signed in without one",
  ),
  scopes: z.array(Scope),
}).strict();
/** Answer of `/api/session`. */
export type SessionState = z.infer<typeof SessionState>;
