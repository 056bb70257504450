/** A failure that Schemathesis reports and that is not the service's, known by its check and the answer's `detail`. */
export interface Explained {
  readonly check: string;
  /** Of these operations only. */
  readonly operation?: RegExp;
  readonly detail: RegExp;
  readonly why: string;
}

/** All of them; docs/conformance.md says them to readers. */
export const EXPLAINED: readonly Explained[] = [
  {
    check: "ST302",
    detail: /none of your/,
    why: "a POST with `remove` made nothing that could be found afterwards",
  },
  {
    check: "ST202",
    operation: /^GET /,
    detail:
      /left out where|more than one way|given with the other|together with/,
    why: "relations between parameters of a query",
  },
  {
    check: "ST202",
    detail: /at most (east|north)/,
    why: "one number at most another",
  },
  {
    check: "ST202",
    detail: /cursor must be the next_cursor/,
    why: "a cursor is signed: only an earlier answer has one",
  },
  {
    check: "ST202",
    detail: /was used with another input|must be the same as in the header/,
    why: "an idempotency key stands for one input",
  },
  {
    check: "ST202",
    detail: /is for two to four units|IANA time zone|several properties/,
    why: "what the county's records or a list outside of the schema decide",
  },
  {
    check: "error",
    operation: /^GET \/api\/events$/,
    detail: /timed? ?out|timeout/i,
    why: "the stream does not end, and the tool reads answers whole",
  },
  {
    check: "error",
    detail: /AST constructor recursion depth mismatch/,
    why: "a fault of CPython 3.11 that Schemathesis meets in its own code",
  },
];
