/** A part of a contract that will be removed or changed so that a caller must follow. */
export interface Deprecation {
  /** Path as the contract check prints it, for example `get_comps.input.prop_type`. */
  readonly what: string;
  /** ISO date of the changelog entry that announced it. */
  readonly deprecated: string;
  /** ISO date of the earliest removal, at least 90 days later. */
  readonly sunset: string;
  readonly replacement: string;
}

/**
 * What has been announced. A breaking change needs its entry here and in the changelog, and a new
 * version, before the published contracts can be written again.
 */
export const DEPRECATIONS: readonly Deprecation[] = [];
