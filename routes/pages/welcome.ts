import { VERSION } from "../../contracts/version.ts";
import { codeAt, MODELLED_TYPES } from "../../core/engine/tables.ts";
import { isoOf, type SnapshotData } from "../../core/engine/snapshot.ts";
import { parcelSubject } from "../../core/engine/subject/resolve.ts";
import { valueSubject } from "../../core/engine/valuation/value.ts";
import { newestSaleDay } from "../../core/service/effective_date.ts";

const MODELLED: readonly string[] = MODELLED_TYPES;

/**
 * What to try next, printed when the server listens: every line can be pasted as it is.
 *
 * @param dataDir where the server keeps its keys
 */
export function welcome(
  url: string,
  snapshot: SnapshotData,
  today: number,
  dataDir: string,
): string {
  const { sales } = snapshot.tables;
  const newest = newestSaleDay(snapshot);
  const data =
    `${sales.rows.toLocaleString("en-US")} ${
      snapshot.synthetic ? "synthetic " : ""
    }sales` +
    (newest === undefined ? "" : ` up to ${isoOf(newest)}`);
  const lines = [
    `Twoflat ${VERSION} at ${url}: ${data}`,
    "The map: open that address in a browser",
    "",
  ];
  const example = exampleOf(snapshot, today);
  if (example) {
    const body = JSON.stringify({
      property_id: example.propertyId,
      custom_assumptions: {
        purchase_price: example.price,
        rehab_budget: 25_000,
      },
    });
    lines.push(
      "A key: values and underwriting need one over HTTP, the command line does not",
      `  export TWOFLAT_KEY=$(TWOFLAT_DATA_DIR=${
        quoted(dataDir)
      } npx -y deno@2.9.6 task -q twoflat keys issue --quiet --email you@example.com --scopes read,underwrite)`,
      "What is it worth?",
      `  curl -H "authorization: Bearer $TWOFLAT_KEY" ${url}/api/comps/${example.propertyId}`,
      `  npx -y deno@2.9.6 task -q twoflat comps ${example.propertyId}`,
      "What would the deal earn?",
      `  curl -H "authorization: Bearer $TWOFLAT_KEY" ${url}/api/underwrite -H 'content-type: application/json' -d '${body}'`,
      `  npx -y deno@2.9.6 task -q twoflat underwrite ${example.propertyId} --purchase-price ${example.price}`,
    );
  }
  lines.push(
    "For an agent, over MCP:",
    `  ${
      JSON.stringify({
        mcpServers: {
          twoflat: {
            type: "http",
            url: `${url}/mcp`,
            headers: { Authorization: "Bearer ${TWOFLAT_KEY}" },
          },
        },
      })
    }`,
    `  npx -y @modelcontextprotocol/inspector@2.12.0 --cli ${url}/mcp --method tools/list`,
    "Every path, for people:",
    `  ${url}/docs`,
    "Is it well?",
    `  curl ${url}/api/health`,
  );
  return lines.join("\n");
}

/** A word as a shell reads it. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Sales looked at for an example. */
const TRIES = 50;

/**
 * A property to try, with the price it last sold for: of the newest sold ones, the one that is
 * valued with the most confidence. Undefined when none has a value.
 */
function exampleOf(
  snapshot: SnapshotData,
  today: number,
): { propertyId: string; price: number } | undefined {
  const { parcels, sales } = snapshot.tables;
  let best: { propertyId: string; price: number } | undefined;
  let most = 0;
  for (let row = sales.rows - 1, left = TRIES; row >= 0 && left > 0; row--) {
    const parcel = sales.parcel[row];
    const type = codeAt(parcels.prop_type, parcel);
    if (codeAt(sales.rejected, row) !== "" || !MODELLED.includes(type)) {
      continue;
    }
    left--;
    const { arv, confidence } = valueSubject(
      snapshot,
      parcelSubject(snapshot, parcel, "property_id", null),
      { today },
    );
    if (arv === null || confidence === null || confidence <= most) continue;
    most = confidence;
    best = {
      propertyId: parcels.property_id.at(parcel),
      price: sales.sale_price[row],
    };
  }
  return best;
}
