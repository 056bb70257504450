import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type Server,
} from "@modelcontextprotocol/server";
import { loadedVintages } from "../answers/data_vintages.ts";
import type { OperationContext } from "../service/operation.ts";
import {
  CONTRACT_NAMES,
  contractPath,
  contractSchema,
} from "../catalog/schemas.ts";
import { cardUri } from "../service/registry.ts";
import { CARDS } from "./cards/mod.ts";
import { PARAMS } from "./params.ts";

/** A document that an MCP host may give to its model. */
interface Document {
  readonly listing: Resource;
  /** What a host should know of a card. */
  readonly _meta?: Record<string, unknown>;
  text(context: OperationContext): string;
}

const JSON_TYPE = "application/json";

const RULES = `# How these numbers may be used

- Every value is a screening number of an automated model, about plus or minus 20%, and not an appraisal. Relay the answer's own \`disclosure\`, \`as_of\` and \`warnings\` wherever a person sees a number.
- A person decides before an offer, a signature or a payment.
- Not for tenant screening, credit, employment or insurance decisions (FCRA).
- A refusal is an answer: report its reason and its fix, do not retry in a loop, do not put another number in its place. null is not 0.
- Risk is separate from opportunity: a high percentile with a high risk score is possible.
- Lake County is context only; condos and townhomes are listed, not valued.
`;

const DOCUMENTS: readonly Document[] = [
  ...CONTRACT_NAMES.map((name): Document => {
    let text: string | undefined;
    return {
      listing: {
        uri: `twoflat://contracts/${name}`,
        name: `contract-${name}`,
        title: `Contract: ${name}`,
        description: `JSON Schema, the same as ${contractPath(name)}`,
        mimeType: "application/schema+json",
      },
      text: () => text ??= JSON.stringify(contractSchema(name)),
    };
  }),
  {
    listing: {
      uri: "twoflat://data-sources",
      name: "data-sources",
      title: "Data sources",
      description: "The loaded data and their periods",
      mimeType: JSON_TYPE,
    },
    text: (context) =>
      JSON.stringify({
        snapshot: context.snapshot.id,
        synthetic: context.snapshot.synthetic,
        sources: loadedVintages(context),
      }),
  },
  {
    listing: {
      uri: "twoflat://disclosure",
      name: "disclosure",
      title: "How these numbers may be used",
      description: "Rules of use, for the model and for people",
      mimeType: "text/markdown",
    },
    text: () => RULES,
  },
  ...CARDS.map(({ card, title, description, html }): Document => ({
    listing: {
      uri: cardUri(card),
      name: `card-${card}`,
      title,
      description,
      mimeType: "text/html;profile=mcp-app",
    },
    _meta: { ui: { prefersBorder: true } },
    text: () => html,
  })),
];

const RESOURCES = DOCUMENTS.map(({ listing }) => listing);

/** Lets clients read the contracts, the list of loaded data and the rules of use. */
export function serveResources(
  mcp: Server,
  context: () => OperationContext,
): void {
  const list = { params: PARAMS.list };
  mcp.setRequestHandler(
    "resources/list",
    list,
    () => ({ resources: RESOURCES }),
  );
  mcp.setRequestHandler(
    "resources/templates/list",
    list,
    () => ({ resourceTemplates: [] }),
  );
  mcp.setRequestHandler(
    "resources/read",
    { params: PARAMS.readResource },
    ({ uri }): ReadResourceResult => {
      const found = DOCUMENTS.find(({ listing }) => listing.uri === uri);
      if (!found) throw new ResourceNotFoundError(uri);
      const { listing: { mimeType }, _meta } = found;
      const text = found.text(context());
      return { contents: [{ uri, mimeType, text, ...(_meta && { _meta }) }] };
    },
  );
}
