import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import type { Dataset } from "../../../core/engine/boosting/dataset.ts";
import { subset } from "../../../core/engine/boosting/dataset.ts";
import { trainBooster } from "../../../core/engine/boosting/train.ts";

const SALES = new URL(
  "../../../../shared/data/king_county/sales.csv.gz",
  import.meta.url,
);
/** First day of the held-back month. */
const LATER = "20150301";

/** King County sales with a log price, and the date of each. */
function readSales(): { sales: Dataset; dates: string[] } | null {
  let text;
  try {
    text = gunzipSync(Deno.readFileSync(SALES)).toString();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  const [head, ...lines] = text.trim().split("\n").map((line) =>
    line.replaceAll('"', "").split(",")
  );
  const column = (name: string) =>
    Float64Array.from(lines, (cells) => parseFloat(cells[head.indexOf(name)]));
  const [lat, long] = [column("lat"), column("long")];
  const numbers: Record<string, Float64Array> = {
    area: column("sqft_living").map(Math.log),
    lot: column("sqft_lot").map(Math.log),
    above: column("sqft_above"),
    bedrooms: column("bedrooms"),
    bathrooms: column("bathrooms"),
    floors: column("floors"),
    built: column("yr_built"),
    renovated: column("yr_renovated"),
    lat,
    long,
    rising: lat.map((y, row) => y + long[row]),
    falling: lat.map((y, row) => y - long[row]),
    day: Float64Array.from(lines, (cells) => {
      const [, y, m, d] = cells[head.indexOf("date")].match(/(....)(..)(..)/)!;
      return Date.UTC(Number(y), Number(m) - 1, Number(d)) / 86_400_000;
    }),
  };
  return {
    dates: lines.map((cells) => cells[head.indexOf("date")].slice(0, 8)),
    sales: {
      features: [
        ...Object.keys(numbers).map((name) => ({
          name,
          kind: "number" as const,
          monotone: name === "area" ? 1 as const : 0 as const,
        })),
        { name: "zipcode", kind: "category" },
      ],
      columns: [...Object.values(numbers), column("zipcode")],
      target: column("price").map(Math.log),
    },
  };
}

Deno.test("trainBooster() comes within 9.5% of half the King County sales of the month after", () => {
  const data = readSales();
  if (!data) return console.log("skipped: ../shared/data is not here");
  const { sales, dates } = data;
  const rows = (later: boolean) =>
    subset(
      sales,
      Uint32Array.from(dates.keys())
        .filter((row) => dates[row] >= LATER === later),
    );
  const [train, test] = [rows(false), rows(true)];
  const booster = trainBooster(train, {
    trees: 300,
    learningRate: 0.1,
    objective: "huber",
  });
  const errors = booster.predictAll(test.columns)
    .map((p, row) => Math.abs(Math.exp(p - test.target[row]) - 1)).sort();
  // Without condition, grade and view. LightGBM 4.7 with as many such trees has 8.6 to 9.1%.
  assert.ok(test.target.length > 1500);
  assert.ok(
    errors[errors.length >> 1] < 0.095,
    `${errors[errors.length >> 1]}`,
  );
});
