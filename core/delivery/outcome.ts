/** How an attempt to deliver ended. */
export type Outcome =
  | { readonly kind: "delivered"; readonly detail: string }
  /** It may succeed later. */
  | {
    readonly kind: "failed";
    readonly reason: string;
    /** Milliseconds that the receiver asked for. */
    readonly retryAfter?: number;
    /** The receiver has too much to do: its other messages wait as well. */
    readonly throttled?: boolean;
  }
  /** The receiver asks to wait; this was no attempt. */
  | { readonly kind: "wait"; readonly ms: number; readonly reason: string }
  /** It will not succeed: the channel is closed. */
  | { readonly kind: "gone"; readonly reason: string };
