/** A tract of the synthetic census. */
export interface CensusTract {
  readonly county: "031" | "097";
  readonly tract: string;
  /** Values of ACS variables; others answer the code for "not published". */
  readonly values: Readonly<Record<string, string>>;
}

/** The census's code for an estimate that is not published. */
const NOT_PUBLISHED = "-666666666";
const SERVICE = "/arcgis/rest/services/TIGERweb/tigerWMS_ACS2022/MapServer";

/**
 * A census on 127.0.0.1 that follows the published APIs for what is asked of them: the ACS 5-year
 * data with `get`, `for`, `in` and `key` (a wrong key is redirected to a page), and TIGERweb's list
 * of layers and its `query` with a condition on the county, `resultOffset` and `resultRecordCount`.
 */
export class CensusServer implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #tracts: readonly CensusTract[];
  /** Statuses that the next requests are answered with. */
  readonly mishaps: number[] = [];
  /** Requested URLs, without their origin. */
  readonly requests: string[] = [];

  constructor(tracts: readonly CensusTract[], readonly key: string) {
    this.#tracts = tracts;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#answer(new URL(request.url)),
    );
  }

  /** Its origin. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  #answer(url: URL): Response {
    this.requests.push(`${url.pathname}${url.search}`);
    const status = this.mishaps.shift();
    if (status) {
      return new Response("out of order", {
        status,
        headers: { "retry-after": "0" },
      });
    }
    switch (url.pathname) {
      case "/data/2022/acs/acs5":
        return this.#survey(url.searchParams);
      case SERVICE:
        return Response.json({
          layers: [
            { id: 0, name: "2020 Census ZIP Code Tabulation Areas" },
            { id: 6, name: "Census Tracts" },
          ],
        });
      case `${SERVICE}/6/query`:
        return this.#shapes(url.searchParams);
      default:
        return new Response("nothing here", { status: 404 });
    }
  }

  #survey(query: URLSearchParams): Response {
    if (query.get("key") !== this.key) {
      return new Response(null, {
        status: 302,
        headers: { location: "/data/invalid_key.html" },
      });
    }
    const place = /^state:17 county:(\d{3})$/.exec(query.get("in") ?? "");
    if (!place || query.get("for") !== "tract:*") {
      return new Response("error: unknown geography", { status: 400 });
    }
    const variables = query.get("get")!.split(",");
    return Response.json([
      [...variables, "state", "county", "tract"],
      ...this.#tracts.filter(({ county }) => county === place[1]).map((
        { county, tract, values },
      ) => [
        ...variables.map((name) =>
          name === "NAME"
            ? `Census Tract ${Number(tract) / 100}`
            : values[name] ?? NOT_PUBLISHED
        ),
        "17",
        county,
        tract,
      ]),
    ]);
  }

  #shapes(query: URLSearchParams): Response {
    const where = /^STATE='17' AND COUNTY='(\d{3})'$/.exec(
      query.get("where") ?? "",
    );
    if (!where || query.get("f") !== "geojson") {
      return Response.json({ error: { code: 400, message: "Invalid query" } });
    }
    const from = Number(query.get("resultOffset"));
    const count = Number(query.get("resultRecordCount"));
    const features = this.#tracts
      .filter(({ county }) => county === where[1])
      .map(({ county, tract }) => ({
        type: "Feature",
        properties: { GEOID: `17${county}${tract}` },
        geometry: { type: "Polygon", coordinates: [ringOf(Number(tract))] },
      }));
    return Response.json({
      type: "FeatureCollection",
      features: features.slice(from, from + count),
    });
  }
}

/** A small square whose place follows from the tract's number. */
function ringOf(tract: number): [number, number][] {
  const lon = -88 + (tract % 1000) / 1000, lat = 41.5;
  const side = 0.001;
  return [
    [lon, lat],
    [lon + side, lat],
    [lon + side, lat + side],
    [lon, lat + side],
    [lon, lat],
  ];
}
