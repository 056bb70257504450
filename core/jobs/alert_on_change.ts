import { type DailySource, scoredIndex } from "./daily_steps.ts";
import { matchAndRaise } from "./alerts/match_and_raise.ts";

/** Matches profiles soon after the listings have changed. */
export interface AlertOnChange extends Disposable {
  /** Told that a feed has brought something. */
  changed(): void;
}

/** How long changes are gathered before profiles are matched, milliseconds: the inventory in memory follows within this time. */
const COLLECT_MS = 5_000;

/** Starts matching on change. Matches of one time run one after the other. */
export function alertOnChange(
  source: DailySource,
  onError: (error: unknown) => void,
): AlertOnChange {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Promise.resolve();
  const ending = new AbortController();
  const { signal } = ending;
  const match = async () => {
    const { kv, publicUrl } = source;
    const [snapshot, today] = [source.snapshot(), source.today()];
    const index = await scoredIndex(source, signal);
    await matchAndRaise(kv, { snapshot, index, today, publicUrl }, {
      now: Date.now(),
      signal,
    });
    source.wake?.();
  };
  return {
    changed() {
      timer ??= setTimeout(() => {
        timer = undefined;
        last = last.then(match).catch((error) => {
          if (!signal.aborted) onError(error);
        });
      }, COLLECT_MS);
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      ending.abort();
    },
  };
}
