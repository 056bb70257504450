/** Lifetimes of what OAuth keeps, seconds. */
export const LIFETIMES = {
  access_token: 3_600,
  /** How long a used refresh token may be sent again: an answer may have been lost. */
  refresh_grace: 60,
  /** A connection that is not refreshed for this long ends. */
  refresh_token: 30 * 86_400,
  /** Long enough to copy a code by hand from one machine to another. */
  code: 300,
  /** A registered client that has not been approved yet. */
  client_unused: 3_600,
  /** A registered client, since it was last approved. */
  client: 365 * 86_400,
} as const;
