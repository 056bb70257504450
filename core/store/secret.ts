import { randomBytes } from "node:crypto";
import { transact } from "./transact.ts";

/** A secret that all servers on one store share, made by the first that asks: 256 bits, base64url. */
export function sharedSecret(kv: Deno.Kv, name: string): Promise<string> {
  const key = ["secrets", name];
  return transact(kv, key, async (tx) => {
    const known = await tx.get<string>(key);
    if (known !== null) return known;
    const made = randomBytes(32).toString("base64url");
    tx.set(key, made);
    return made;
  });
}
