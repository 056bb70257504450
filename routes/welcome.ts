import { VERSION } from "../contracts/version.ts";
import { codeAt, MODELLED_TYPES } from "../core/engine/tables.ts";
import { isoOf, type SnapshotData } from "../core/engine/snapshot.ts";
import { newestSaleDay } from "../core/operations/answer_day.ts";

/** What to try next, printed when the server listens: every line can be pasted as it is. */
export function welcome(url: string, snapshot: SnapshotData): string {
  const { sales } = snapshot.tables;
  const newest = newestSaleDay(snapshot);
  const data =
    `${sales.rows.toLocaleString("en-US")} ${
      snapshot.synthetic ? "made-up " : ""
    }sales` +
    (newest === undefined ? "" : ` up to ${isoOf(newest)}`);
  const lines = [`Twoflat ${VERSION} at ${url}: ${data}`, ""];
  const example = exampleOf(snapshot);
  if (example) {
    const body = JSON.stringify({
      property_id: example.propertyId,
      custom_assumptions: {
        purchase_price: example.price,
        rehab_budget: 25_000,
      },
    });
    lines.push(
      "What is it worth?",
      `  curl ${url}/api/comps/${example.propertyId}`,
      `  npx -y deno@2.9.6 task twoflat comps ${example.propertyId}`,
      "What would the deal earn?",
      `  curl ${url}/api/underwrite -H 'content-type: application/json' -d '${body}'`,
      `  npx -y deno@2.9.6 task twoflat underwrite ${example.propertyId} --price ${example.price}`,
    );
  }
  lines.push(
    "For an agent, over MCP:",
    `  ${
      JSON.stringify({
        mcpServers: { twoflat: { type: "http", url: `${url}/mcp` } },
      })
    }`,
    `  npx -y @modelcontextprotocol/inspector@2.12.0 --cli ${url}/mcp --method tools/list`,
    "Is it well?",
    `  curl ${url}/api/health`,
  );
  return lines.join("\n");
}

/** A property to try: the newest sold one that the engine models, with the price it sold for. */
function exampleOf(
  { tables: { parcels, sales } }: SnapshotData,
): { propertyId: string; price: number } | undefined {
  for (let row = sales.rows - 1; row >= 0; row--) {
    if (codeAt(sales.rejected, row) !== "") continue;
    const parcel = sales.parcel[row];
    const type = codeAt(parcels.prop_type, parcel);
    if (!(MODELLED_TYPES as readonly string[]).includes(type)) continue;
    return {
      propertyId: parcels.property_id.at(parcel),
      price: sales.sale_price[row],
    };
  }
  return undefined;
}
