import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from "@modelcontextprotocol/server";
import { CustomAssumptions } from "../../contracts/assumptions.ts";
import { Strategy } from "../../contracts/envelope.ts";
import { quoteUntrusted } from "../../contracts/errors.ts";
import { areaNames } from "../engine/places/named.ts";
import type { OperationContext } from "../service/operation.ts";
import { PARAMS } from "./params.ts";

/** Values of a prompt's arguments, as text. */
type Arguments = Readonly<Record<string, string>>;

/** A common job, as the prompt that gives it to an agent. */
interface Job {
  readonly listing: Prompt;
  words(given: Arguments): string;
}

const CLOSE =
  "Report every refusal with its reason and fix; put no number of your own in its place. " +
  "End with the disclosure, the as_of date and the warnings.";

const STRATEGY = {
  name: "strategy",
  description: Strategy.options.join(", "),
  required: false,
};

const JOBS: readonly Job[] = [
  {
    listing: {
      name: "screen_neighborhood",
      title: "Screen a neighborhood",
      description: "Tracts and homes for sale of an area, best first",
      arguments: [
        {
          name: "area",
          description: "community area, city, ZIP or township",
          required: true,
        },
        STRATEGY,
      ],
    },
    words: ({ area, strategy = "brrrr" }) =>
      `Screen ${area} for ${strategy}. Call viewport_context with area "${area}" for its tracts, get_tract_report ` +
      `for the best two, and search_investment_inventory with the same area and strategy. Show a short table of tracts ` +
      `and of listings with percentile, price, value range, state and verdict, and say what would have to be checked on site. ${CLOSE}`,
  },
  {
    listing: {
      name: "underwrite_address",
      title: "Underwrite an address",
      description: "Value, risk and underwriting of one property",
      arguments: [
        {
          name: "address",
          description: "street address with city or ZIP, or a PIN",
          required: true,
        },
        {
          name: "price",
          description: "purchase price in dollars",
          required: false,
        },
        STRATEGY,
      ],
    },
    words: ({ address, price, strategy = "brrrr" }) =>
      `Underwrite ${address} for ${strategy}${
        price === undefined ? "" : ` at ${price} dollars`
      }. Call get_comps, deep_underwrite_asset and risk_report for it. Say what it is worth and how certain that is, ` +
      `what the deal earns or which range it earns in, the largest risks, and which assumption matters most. ${CLOSE}`,
  },
  {
    listing: {
      name: "compare_deals",
      title: "Compare two deals",
      description: "Two properties side by side",
      arguments: [
        { name: "first", description: "address or PIN", required: true },
        { name: "second", description: "address or PIN", required: true },
        STRATEGY,
      ],
    },
    words: ({ first, second, strategy = "brrrr" }) =>
      `Compare ${first} with ${second} for ${strategy}. Call deep_underwrite_asset and risk_report for both with the same ` +
      `custom_assumptions. Show one table, side by side, and name what decides between them; where one has a range and the ` +
      `other a point, compare ranges. ${CLOSE}`,
  },
];

const PROMPTS = JOBS.map(({ listing }) => listing);

/** Maximum number of completion values. */
const MOST_COMPLETIONS = 100;

/** Offers the common jobs as prompts, and completes their areas and strategies. */
export function servePrompts(
  mcp: Server,
  context: () => OperationContext,
): void {
  mcp.setRequestHandler(
    "prompts/list",
    { params: PARAMS.list },
    () => ({ prompts: PROMPTS }),
  );
  mcp.setRequestHandler("prompts/get", { params: PARAMS.getPrompt }, (
    params,
  ): GetPromptResult => {
    const { listing, words } = jobOf(params.name);
    const text = words(checked(listing, params.arguments ?? {}));
    return {
      description: listing.description,
      messages: [{ role: "user", content: { type: "text", text } }],
    };
  });
  mcp.setRequestHandler("completion/complete", { params: PARAMS.complete }, (
    { ref, argument: { name, value } },
  ) => {
    if (ref.type !== "ref/prompt") return { completion: { values: [] } };
    const { listing } = jobOf(ref.name);
    if (!listing.arguments?.some((each) => each.name === name)) {
      throw invalid(`the prompt has no argument ${quoteUntrusted(name)}`);
    }
    const all = name === "area"
      ? areaNames(context().snapshot, value)
      : name === "strategy"
      ? Strategy.options.filter((each) => each.startsWith(value.toLowerCase()))
      : [];
    return {
      completion: {
        values: all.slice(0, MOST_COMPLETIONS),
        total: all.length,
        hasMore: all.length > MOST_COMPLETIONS,
      },
    };
  });
}

function jobOf(name: string): Job {
  const job = JOBS.find(({ listing }) => listing.name === name);
  if (job) return job;
  throw invalid(`there is no prompt ${quoteUntrusted(name)}`);
}

/** What an argument must be, where a value is not that. */
const CHECKS: Readonly<Record<string, (value: string) => string | undefined>> =
  {
    price: (value) =>
      /^\d+(\.\d+)?$/.test(value) &&
        CustomAssumptions.safeParse({ purchase_price: Number(value) }).success
        ? undefined
        : "a purchase price in dollars, digits only, as 350000",
    strategy: (value) =>
      Strategy.safeParse(value).success
        ? undefined
        : `one of ${Strategy.options.join(", ")}`,
  };

/** The arguments a prompt takes, none missing, none too long to be one. */
function checked(listing: Prompt, given: Arguments): Arguments {
  for (const { name, required } of listing.arguments ?? []) {
    const value = given[name];
    if (value === undefined && !required) continue;
    if (value === undefined || value.trim() === "" || value.length > 200) {
      throw invalid(`${name} must be text of 1 to 200 characters`);
    }
    const expected = CHECKS[name]?.(value.trim());
    if (expected !== undefined) throw invalid(`${name} must be ${expected}`);
  }
  const known = new Set(listing.arguments?.map(({ name }) => name));
  const unknown = Object.keys(given).find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw invalid(`the prompt has no argument ${quoteUntrusted(unknown)}`);
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value.trim()]),
  );
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
