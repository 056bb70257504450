import { hash } from "node:crypto";

/**
 * The owner id of an email address: the same for every key of the address, and without it. Case
 * does not matter.
 */
export function ownerOf(email: string): string {
  const digest = hash("sha256", email.trim().toLowerCase(), "base64url");
  return `own_${digest.slice(0, 22)}`;
}
