import type { Grant, Policy } from "./allowance.ts";

/** Whether a call may go on, and what to tell the caller. */
export interface Admission {
  readonly allowed: boolean;
  /** Calls a minute. */
  readonly limit: number;
  /** Calls left now. */
  readonly remaining: number;
  /** Milliseconds until one more call comes back; 0 when none is missing. */
  readonly wait: number;
}

/** A call that must wait so many milliseconds. */
export function refusal(limit: number, wait: number): Admission {
  return { allowed: false, limit, remaining: 0, wait };
}

/** What each of the calls that asked together is told: the first are granted, each with one less left. */
export function admissions(
  { granted, remaining, wait }: Grant<unknown>,
  asked: readonly Policy[],
): Admission[] {
  return asked.map(({ perMinute }, n) =>
    n < granted
      ? {
        allowed: true,
        limit: perMinute,
        remaining: remaining + granted - 1 - n,
        wait,
      }
      : refusal(perMinute, wait)
  );
}
