import type { Alert, Message } from "../../contracts/alerts.ts";

/** An alert as the daily run raises it. */
export function alertOf(given: Partial<Alert> = {}): Alert {
  return {
    alert_id: "alr_1",
    profile_id: "pro_abcdefghijkl",
    profile_name: "two-flats",
    reason: "new",
    why: ["in Pilsen", "asked $300,000, at most $350,000"],
    listing_id: "MRED-1",
    property_id: "17-20-100-001-0000",
    address: "1800 S Throop St",
    city: "Chicago",
    prop_type: "mf2_4",
    list_price: 300_000,
    previous_price: null,
    score: 71,
    percentile: 80,
    confidence: 66,
    read: {
      strategy: "hold",
      verdict: "screen",
      reasons: ["the range covers it"],
    },
    state: "range-only",
    range: { low: 280_000, high: 390_000 },
    risk: [{ code: "old_building", severity: "info", title: "Built in 1895" }],
    valuation_id: "val_0123456789abcdef",
    disclosure: "Tested on 400 sales; half of the values err by less than 12%.",
    model_versions: { model: "m", underwrite: "u", serving: "s" },
    as_of: "2026-10-01",
    raised_at: "2026-11-22T13:00:00.000Z",
    url: "https://twoflat.example/property/17201000010000",
    ...given,
  };
}

/** The message of an alert. */
export function messageOf(given: Partial<Alert> = {}): Message {
  const data = alertOf(given);
  return { type: "alert.raised", timestamp: data.raised_at, data };
}
