import assert from "node:assert/strict";

/** An operation of the OpenAPI document, as far as calls are made from it. */
interface ApiOperation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
  readonly parameters?: readonly (ApiParameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, {
        readonly examples?: Readonly<
          Record<string, { readonly value: unknown }>
        >;
      }>
    >;
  };
}

interface ApiParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly schema: { readonly enum?: readonly unknown[] };
}

/** The OpenAPI document, as far as calls are made from it. */
export interface Api {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, ApiOperation>>>
  >;
  readonly components: {
    readonly parameters: Readonly<Record<string, ApiParameter>>;
  };
}

/** A call of an operation that must be answered with its status. */
export interface Call {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: {
    readonly path: Readonly<Record<string, unknown>>;
    readonly query: Readonly<Record<string, unknown>>;
  };
  readonly body?: unknown;
  readonly caller: "key" | "operator";
  readonly status: number;
  /** Whether the answer is JSON, and no picture. */
  readonly isJson: boolean;
}

/** A running service with a key of every scope and the operator's secret. */
export interface Target {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
}

/** What is there to be named in calls, made for them. */
interface Known {
  /** Path parameters of an operation. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Bodies of operations without an example. */
  readonly bodies: Readonly<Record<string, unknown>>;
}

/** A stream has no end: programs that read an answer whole cannot call it. */
const STREAM = "events";

/** No photo service is set up. */
const STATUS: Readonly<Record<string, number>> = {
  street_photo: 404,
  issue_key: 201,
};

/**
 * Returns a call of every operation of the service but its stream. What the calls name is made
 * first, so that each can succeed; those that end something come last.
 *
 * @param n tells the calls of one program from those of another
 */
export async function everyCall(target: Target, n: number): Promise<Call[]> {
  const api = await json(target, "GET", "/api/openapi.json");
  const known = await prepared(target, n);
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId !== STREAM)
      .map(([method, operation]) => callOf(api, path, method, operation, known))
  );
  const ends = ({ operation }: Call) => /^remove_|revoke_/.test(operation);
  return [
    ...calls.filter((call) => !ends(call)),
    ...calls.filter(ends),
  ];
}

function callOf(
  api: Api,
  path: string,
  method: string,
  operation: ApiOperation,
  { paths, bodies }: Known,
): Call {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const { security = [] } = operation;
  const given: Record<"path" | "query", Record<string, unknown>> = {
    path: {},
    query: {},
  };
  for (const each of parameters) {
    const parameter = "$ref" in each
      ? api.components.parameters[each.$ref.split("/").at(-1)!]
      : each;
    const { name, required, example, examples = {}, schema } = parameter;
    const [first] = Object.values(examples);
    const value = paths[operationId]?.[name] ?? example ?? first?.value ??
      (required ? schema.enum?.[0] : undefined);
    assert(value !== undefined || !required, `${operationId}: no ${name}`);
    if (value !== undefined && parameter.in !== "header") {
      given[parameter.in][name] = value;
    }
  }
  const content = requestBody?.content["application/json"];
  const [example] = Object.values(content?.examples ?? {});
  const body = bodies[operationId] ?? example?.value;
  assert(body !== undefined || !content, `${operationId}: no body`);
  const status = STATUS[operationId] ?? 200;
  return {
    operation: operationId,
    method,
    path,
    parameters: given,
    ...content && { body },
    caller: security.some((each) => "operator" in each) ? "operator" : "key",
    status,
    isJson: status >= 400 ||
      Object.keys(responses[status].content ?? {}).some((media) =>
        /json$/.test(media)
      ),
  };
}

/** Makes what calls name: saved items, a channel, keys, a report, answers to replay. */
async function prepared(target: Target, n: number): Promise<Known> {
  const as = (secret: string) => async (path: string, body: unknown) =>
    await json({ ...target, key: secret }, "POST", path, body);
  const post = as(target.key);
  const operator = as(target.secret);
  const { listings } = await json(target, "GET", "/api/listings");
  const { property_id } = listings.filter(({ property_id }) => property_id)[n];
  await post("/api/me/favorites", { property_id });
  await post("/api/me/presets", { name: `client ${n}`, assumptions: {} });
  const { data: { profile_id }, channels: [channel] } = await post(
    "/api/me/profiles",
    {
      name: `client ${n}`,
      strategy: "brrrr",
      area: "Bridgeport",
      channels: [{ type: "webhook", url: `https://client${n}.example/hook` }],
    },
  );
  const { data: { note_id } } = await post("/api/me/notes", {
    property_id,
    text: "Walk it.",
  });
  const { valuation_id } = await post("/api/tools/get_comps", { property_id });
  const { analysis_id } = await post("/api/underwrite", { property_id });
  const { report_id } = await post("/api/report-value", {
    property_id,
    reason: "The second floor is not finished.",
  });
  const issue = async () =>
    (await operator("/api/keys", {
      email: "conform@example.com",
      scopes: "read",
    })).id;
  const own = { id: await issue() };
  const [other, another] = [{ id: await issue() }, { id: await issue() }];
  const favorite = { id: property_id };
  const preset = { id: `client ${n}` };
  const profile = { id: profile_id };
  const note = { id: note_id };
  const ofChannel = { id: channel.channel_id };
  const since = "2026-01-01T00:00:00Z";
  return {
    paths: {
      my_favorites_item: favorite,
      remove_favorites_item: favorite,
      my_presets_item: preset,
      remove_presets_item: preset,
      my_profiles_item: profile,
      remove_profiles_item: profile,
      my_notes_item: note,
      remove_notes_item: note,
      rotate_channel: ofChannel,
      test_channel: ofChannel,
      mute_channel: ofChannel,
      enable_channel: ofChannel,
      replay_valuation: { id: valuation_id },
      replay_analysis: { id: analysis_id },
      resolve_report: { id: report_id },
      rotate_my_key: own,
      revoke_my_key: own,
      find_key: other,
      rotate_key: other,
      revoke_key: another,
      key_usage: other,
      key_audit: other,
      share_image: { file: `${property_id}.svg` },
      street_photo: { lat: 41.8381, lon: -87.6513 },
    },
    bodies: {
      issue_key: { email: "other@example.com", label: "of a client" },
      rotate_key: { overlap_seconds: 60 },
      rotate_my_key: {},
      rotate_channel: { overlap_seconds: 60 },
      mute_channel: { hours: 1 },
      sign_in: { key: target.key },
      replay_dead_letters: { since },
      operator_replay_dead_letters: { since },
      resolve_report: { note: "The record was right." },
      run_listings: { dry_run: true },
      tool_comps: { lat: 41.8381, lon: -87.6513 },
      tool_underwrite: { lat: 41.8381, lon: -87.6513, price: 300_000 },
      tool_search_deals: {},
    },
  };
}

/** What is read of answers, each field where it is asked for. */
interface Answer extends Api {
  readonly listings: readonly { readonly property_id: string | null }[];
  readonly data: { readonly profile_id: string; readonly note_id: string };
  readonly channels: readonly { readonly channel_id: string }[];
  readonly valuation_id: string;
  readonly analysis_id: string;
  readonly report_id: string;
  readonly id: string;
}

async function json(
  { url, key }: Pick<Target, "url" | "key">,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  assert(response.ok, `${method} ${path}: ${text}`);
  return JSON.parse(text);
}
