import type { Principal } from "../access/principal.ts";
import type { Reviews } from "../service/reviews.ts";
import {
  propertiesUnderReview,
  queueReport,
} from "../store/reports/reports.ts";

/** The reports of a store, with what is open kept in memory. */
export interface ValueReviews extends Disposable {
  /** The reports as one caller sees them. */
  of(principal: Principal, network: string): Reviews;
  /** Reads what is open. */
  refresh(): Promise<void>;
}

/** How often what is open is read again, milliseconds. */
const EVERY = 5_000;

/** Opens the reports of a store. Another server's report marks answers here within seconds. */
export function valueReviews(
  kv: Deno.Kv,
  onError: (error: unknown) => void = () => {},
): ValueReviews {
  let open: ReadonlySet<string> = new Set();
  const refresh = async () => {
    open = await propertiesUnderReview(kv);
  };
  const timer = setInterval(() => refresh().catch(onError), EVERY);
  Deno.unrefTimer(timer);
  return {
    of: (principal, network) => ({
      isUnderReview: (id) => open.has(id),
      async report(given) {
        const isKnown = "id" in principal;
        const caller = isKnown ? principal.owner : network;
        const queued = await queueReport(kv, caller, {
          ...given,
          reporter: isKnown ? principal.id : "anonymous",
        }, Date.now());
        await refresh();
        return queued;
      },
    }),
    refresh,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
