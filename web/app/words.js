const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const usd = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

/** An address as people write it: records are in capitals. `230 W 66TH ST` is `230 W 66th St`. */
export const address = (text) =>
  text?.replace(/\d(ST|ND|RD|TH)\b/g, (ending) => ending.toLowerCase())
    .replace(
      /(?<!\d)[A-Z][A-Z']+/g,
      (word) => word[0] + word.slice(1).toLowerCase(),
    );

/** A 14-digit PIN with the county's dashes; other identifiers as they are. */
export const dashed = (id) =>
  id.replace(/^(\d\d)(\d\d)(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3-$4-$5");

/** A label with its first letter large. */
export const capital = (text) =>
  text ? text[0].toUpperCase() + text.slice(1) : "";

/** A reason as a sentence. */
export const sentence = (text) =>
  capital(text) + (!text || /[.!?]$/.test(text) ? "" : ".");

/** Dollars without cents; a dash for what is not known. */
export const money = (value) =>
  value === null || value === undefined
    ? "–"
    : usd.format(value).replace("-", "−");

/** Dollars for small places: $385K, $1.2M. */
export function shortMoney(value) {
  if (value === null || value === undefined) return "–";
  const sign = value <= -0.5 ? "−" : "";
  const size = Math.abs(value);
  if (size >= 999_500) {
    const millions = (size / 1e6).toFixed(size >= 1e7 ? 0 : 2);
    return `${sign}$${millions.replace(/\.?0+$/, "")}M`;
  }
  return size >= 10_000
    ? `${sign}$${Math.round(size / 1000)}K`
    : `${sign}$${whole.format(size)}`;
}

/** A fraction as percent. */
export const percent = (value, digits = 0) =>
  value === null || value === undefined
    ? "–"
    : `${(value * 100).toFixed(digits).replace("-", "−")}%`;

/** A whole number with separators. */
export const count = (value) =>
  value === null || value === undefined ? "–" : whole.format(value);

/** `1 home`, `2 homes`. */
export const plural = (n, one, many = `${one}s`) =>
  `${count(n)} ${n === 1 ? one : many}`;

/** A number to a decimal, without a useless zero: `1.5` baths. */
export const decimal = (value) => String(Number(value.toFixed(1)));

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `2026-10-03` as `Oct 3, 2026`; a year alone stays a year. */
export function day(text) {
  if (!text) return "–";
  const [year, month, date] = text.slice(0, 10).split("-").map(Number);
  return month ? `${MONTHS[month - 1]} ${date}, ${year}` : String(year);
}

/** Meters as miles, with a space that does not break. */
export const miles = (meters) => `${(meters / 1609.344).toFixed(2)}\u00a0mi`;

/** What one calls a strategy. */
export const STRATEGIES = {
  brrrr: "BRRRR",
  flip: "Flip",
  hold: "Rental",
  section8: "Section 8",
};

/** What a verdict means to a person: the names and meanings of `contracts/envelope.ts`, and a mark. */
export const VERDICTS = {
  pursue: {
    name: "Pursue",
    mark: "▲",
    means: "meets its test at an exact value and loses nothing at the low end",
  },
  screen: {
    name: "Look closer",
    mark: "◆",
    means: "may meet its test: look closer",
  },
  skip: {
    name: "Skip",
    mark: "▼",
    means: "fails its test even at the favorable end",
  },
  no_read: {
    name: "No verdict",
    mark: "○",
    means: "cannot be assessed yet",
  },
};

/** Types of property. */
export const TYPES = {
  sfh: "House",
  mf2_4: "2–4 flat",
  townhome: "Townhome",
  condo: "Condo",
  mixed_use: "Mixed use",
  apartment: "Apartments",
  coop: "Co-op",
  other: "Other",
};

/** What may be shown of a value, in words. */
export const STATES = {
  "point-actionable": "Exact figures",
  "range-only": "Range only",
  hedonic: "Model range",
  "area-context": "Area context",
  stale: "Out of date",
  suppressed: "Not shown",
  unscored: "Not scored",
};

/** Confidence of 0-100 in words. */
export function confidenceWords(confidence) {
  if (confidence === null || confidence === undefined) {
    return { name: "No confidence figure", level: 0 };
  }
  if (confidence >= 80) return { name: "High confidence", level: 4 };
  if (confidence >= 65) return { name: "Good confidence", level: 3 };
  if (confidence >= 55) return { name: "Fair confidence", level: 2 };
  return { name: "Low confidence", level: 1 };
}

/** Orders of the list. */
export const SORTS = {
  verdict: "Best verdict",
  deal_score: "Best deal score",
  percentile: "Best area",
  price_low: "Price, low first",
  price_high: "Price, high first",
  newest: "Newest",
  price_per_sqft: "Price per sq ft",
  cash_flow: "Cash flow",
  discount: "Furthest below value",
  risk_low: "Least risk",
};
