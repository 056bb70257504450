import { VERSION } from "../../contracts/version.ts";
import { codeAt, MODELLED_TYPES } from "../../core/engine/tables.ts";
import { isoOf, type SnapshotData } from "../../core/engine/snapshot.ts";
import { parcelSubject } from "../../core/engine/subject/resolve.ts";
import { valueSubject } from "../../core/engine/valuation/value.ts";
import { newestSaleDay } from "../../core/service/effective_date.ts";

const MODELLED: readonly string[] = MODELLED_TYPES;

/** How the command line is called beside this server. */
export interface HowToCall {
  /** The command, for example `twoflat`. */
  readonly command: string;
  /** Settings that it needs to find the server's store. */
  readonly store: Readonly<Record<string, string>>;
}

/** What to try next, printed when the server listens: every line can be pasted as it is. */
export function welcome(
  url: string,
  snapshot: SnapshotData,
  today: number,
  { command, store }: HowToCall,
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
  const setting = Object.entries(store)
    .map(([name, value]) => `${name}=${quoted(value)} `).join("");
  const example = exampleOf(snapshot, today);
  if (example) {
    const body = JSON.stringify({
      property_id: example.propertyId,
      custom_assumptions: { purchase_price: example.price },
    });
    lines.push(
      "A key: values and underwriting need one over HTTP, the command line does not",
      `  export TWOFLAT_KEY=$(${setting}${command} keys issue --quiet --email you@example.com --scopes read,underwrite)`,
      "What is it worth?",
      `  curl -H "authorization: Bearer $TWOFLAT_KEY" ${url}/api/comps/${example.propertyId}`,
      `  ${command} comps ${example.propertyId}`,
      "What would the deal earn?",
      `  curl -H "authorization: Bearer $TWOFLAT_KEY" ${url}/api/underwrite -H 'content-type: application/json' -d '${body}'`,
      `  ${command} underwrite ${example.propertyId} --purchase-price ${example.price}`,
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
    "Does it work?",
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
