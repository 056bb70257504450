/** A question a person would ask an agent, the calls a good agent makes, and what their text must hold for an answer. */
export interface Question {
  readonly asked: string;
  readonly calls: readonly {
    readonly tool: string;
    readonly input: Readonly<Record<string, unknown>>;
  }[];
  /** What the text of the last call must say. */
  readonly answers: readonly RegExp[];
}

/** A house in Orland Park, a two-flat's block in Bridgeport and a point in the lake, in the demo county. */
const HOUSE = { lat: 41.6103, lon: -87.8464 };
const OTHER = { lat: 41.6175, lon: -87.8505 };
const FLAT = { lat: 41.8381, lon: -87.6513, prop_type: "mf2_4" };
const FLAT_DEAL = { lat: 41.8381, lon: -87.6513 };
const LAKE_COUNTY = { lat: 42.3636, lon: -87.8448 };
const deal = (
  subject: object,
  strategy: string,
  custom_assumptions: object,
  more: object = {},
) => [{
  tool: "deep_underwrite_asset",
  input: { ...subject, strategy, custom_assumptions, ...more },
}];
const MONEY = /-?\$[\d,]+/;

/** Thirty questions: offers, refusals, comparison, wrong units, unlisted addresses. */
export const QUESTIONS: readonly Question[] = [
  {
    asked: "What is this house worth?",
    calls: [{ tool: "get_comps", input: HOUSE }],
    answers: [/\$[\d,]+ to \$[\d,]+|[Rr]efused/, /confidence|Refused/],
  },
  {
    asked: "Which sales is that based on?",
    calls: [{ tool: "get_comps", input: HOUSE }],
    answers: [/comps [^:]*:[\s\S]* sold \d{4}-\d\d-\d\d for \$/],
  },
  {
    asked: "What if it had 600 square feet more?",
    calls: [{
      tool: "get_comps",
      input: { ...HOUSE, what_if: { bldg_sqft: 2_400 } },
    }],
    answers: [/2400 instead of|bldg sqft 2400/],
  },
  {
    asked: "What is the two-flat here worth?",
    calls: [{ tool: "get_comps", input: FLAT }],
    answers: [/\$|[Rr]efus/],
  },
  {
    asked: "What is a house in Waukegan worth?",
    calls: [{ tool: "get_comps", input: LAKE_COUNTY }],
    answers: [/Lake County|not modell?ed|no property|no value/i],
  },
  {
    asked: "Should I buy this house at 320,000 to rent it out?",
    calls: deal(HOUSE, "hold", { purchase_price: 320_000 }),
    answers: [/Verdict: (pursue|screen|skip) as hold \(/, /test/],
  },
  {
    asked: "What would it bring a month?",
    calls: deal(HOUSE, "hold", { purchase_price: 320_000 }),
    answers: [/Cash flow: -?\$[\d,]+( to -?\$[\d,]+)? a month/],
  },
  {
    asked: "How much cash do I need?",
    calls: deal(HOUSE, "hold", { purchase_price: 320_000 }),
    answers: [/Cash needed: \$[\d,]+/],
  },
  {
    asked: "What is the DSCR?",
    calls: deal(HOUSE, "hold", { purchase_price: 320_000 }),
    answers: [/DSCR: -?\d+\.\d\d/],
  },
  {
    asked: "What should I offer for DSCR 1.2?",
    calls: deal(HOUSE, "hold", { purchase_price: 320_000 }),
    answers: [
      /Works at: DSCR 1\.2: (up to )?\$|DSCR 1\.2: (met|more than 40%|no price)/,
    ],
  },
  {
    asked: "My own rent would be 3,400. Does that change it?",
    calls: deal(HOUSE, "hold", {
      purchase_price: 320_000,
      rent_override: 3_400,
    }),
    answers: [/at a rent of \$3,400/, /Verdict/],
  },
  {
    asked: "What if I pay cash?",
    calls: deal(HOUSE, "hold", {
      purchase_price: 320_000,
      financing_type: "cash",
    }),
    answers: [/no loan/, /DSCR: none: bought in cash/],
  },
  {
    asked: "What does it return over ten years?",
    calls: deal(HOUSE, "hold", { purchase_price: 320_000 }),
    answers: [/a year over 10 years/],
  },
  {
    asked: "Which assumption matters most?",
    calls: deal(HOUSE, "hold", { purchase_price: 320_000 }),
    answers: [/Depends on: \w+/],
  },
  {
    asked: "Where do the numbers come from?",
    calls: deal(HOUSE, "hold", { purchase_price: 320_000 }),
    answers: [
      /Assumed, by source: given: .*; (county record|constant|model): /,
    ],
  },
  {
    asked: "Does it work as a flip with 60,000 of rehab?",
    calls: deal(HOUSE, "flip", {
      purchase_price: 380_000,
      rehab_budget: 60_000,
    }),
    answers: [/as flip/, /net profit -?\$/, /after the rehab|as it is/],
  },
  {
    asked: "Does it work as a flip without any rehab?",
    calls: deal(OTHER, "flip", { purchase_price: 300_000 }),
    answers: [/as flip/, MONEY],
  },
  {
    asked: "And as a BRRRR?",
    calls: deal(HOUSE, "brrrr", {
      purchase_price: 320_000,
      rehab_budget: 40_000,
    }),
    answers: [/left in after the refinance/],
  },
  {
    asked: "What would a voucher pay?",
    calls: deal(HOUSE, "section8", { purchase_price: 320_000 }),
    answers: [/Voucher rent: \$[\d,]+ a month after utility allowances/],
  },
  {
    asked: "Could I live in one flat and rent the other?",
    calls: deal(
      { ...FLAT_DEAL },
      "hold",
      { purchase_price: 350_000, units: 2, rent_override: 3_600 },
    ),
    answers: [/Living there: FHA .* a month .* to close/],
  },
  {
    asked: "Which of these two is better?",
    calls: [{
      tool: "compare_deals",
      input: {
        properties: [
          { ...HOUSE, purchase_price: 320_000 },
          { ...OTHER, purchase_price: 290_000 },
        ],
        strategy: "hold",
      },
    }],
    answers: [/best first/, /1\. .* at \$/, /2\. .* at \$/],
  },
  {
    asked: "What would make the second one win?",
    calls: [{
      tool: "compare_deals",
      input: {
        properties: [
          { ...HOUSE, purchase_price: 320_000 },
          { ...OTHER, purchase_price: 290_000 },
        ],
        strategy: "hold",
      },
    }],
    answers: [/\n2\. .*(price|returns more|targets|cannot be assessed)/s],
  },
  {
    asked: "The rate is 7.25",
    calls: deal(HOUSE, "hold", { purchase_price: 320_000, rate: 7.25 }),
    answers: [/invalid_params/, /for 7\.25% give 0\.0725/],
  },
  {
    asked: "The price is $320,000",
    calls: deal(HOUSE, "hold", { purchase_price: "$320,000" }),
    answers: [/invalid_params/, /320000 as a JSON number/],
  },
  {
    asked: "I put 25 percent down",
    calls: deal(HOUSE, "hold", { purchase_price: 320_000, down_pct: 25 }),
    answers: [/for 25% give 0\.25/],
  },
  {
    asked: "Use my landlord preset",
    calls: deal(HOUSE, "hold", {}, { preset: "landlord" }),
    answers: [/preset/],
  },
  {
    asked: "What could go wrong with it?",
    calls: [{ tool: "risk_report", input: { ...HOUSE, price: 320_000 } }],
    answers: [/risk \d+ of 100|too little is known/],
  },
  {
    asked: "What is 999 Nowhere Street worth?",
    calls: [{
      tool: "get_comps",
      input: { address: "999 Nowhere St, Chicago" },
    }],
    answers: [/not_found|no property|invalid_params|no such/i],
  },
  {
    asked: "What is for sale that works as a BRRRR?",
    calls: [{
      tool: "search_investment_inventory",
      input: { strategy: "brrrr", limit: 5 },
    }],
    answers: [/listing/i],
  },
  {
    asked: "Where in the county should I look?",
    calls: [{ tool: "market_pulse", input: {} }],
    answers: [/17031\d{6}/],
  },
];
