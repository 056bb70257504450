import assert from "node:assert/strict";
import { ENDPOINTS } from "../../contracts/openapi.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { replaysIn } from "../../core/store/replays.ts";
import { request, sampleApp } from "../../harness/app.ts";

const app = sampleApp({
  registry: compileRegistry(OPERATIONS),
  replays: replaysIn(await Deno.openKv(":memory:")),
});

Deno.test("the OpenAPI document describes every route below /api, and no other", () => {
  const served = app.routes.filter((route) =>
    /^(GET|POST|PUT|PATCH|DELETE) \/api\//.test(route) &&
    !route.includes("/api/contracts/")
  );
  const described = [
    ...OPERATIONS.map(({ contract: { rest } }) =>
      `${rest.method} /api${rest.path}`
    ),
    ...ENDPOINTS.filter(({ path }) =>
      path.startsWith("/api/") && !path.includes("{contract}")
    ).map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    "POST /api/tools/{name}",
  ];
  assert.deepEqual([...new Set(served)].sort(), described.sort());
});

Deno.test("every reference of the OpenAPI document leads somewhere, every part is used", async () => {
  const response = await app.fetch(request("/api/openapi.json"));
  assert.equal(response.headers.get("content-type"), "application/json");
  const text = await response.text();
  const { components, paths } = JSON.parse(text);
  const used = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].map(
      ([, kind, name]) => {
        assert(components[kind]?.[name], `${kind}/${name}`);
        return `${kind}/${name}`;
      },
    ),
  );
  for (const kind of ["schemas", "responses", "parameters", "headers"]) {
    for (const name of Object.keys(components[kind])) {
      assert(used.has(`${kind}/${name}`), `${kind}/${name} is not used`);
    }
  }
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>)
      .map(({ operationId }) => operationId)
  );
  assert.equal(new Set(ids).size, ids.length);
});

Deno.test("the OpenAPI document has the rules between fields, tool schemas do not", async () => {
  const { components } = await (await app.fetch(request("/api/openapi.json")))
    .json();
  const { GetCompsInput } = components.schemas;
  const any = (...required: string[]) => ({ required });
  assert.deepEqual(GetCompsInput.if.anyOf, [
    any("property_id", "address"),
    any("property_id", "lat"),
    any("property_id", "point"),
    any("address", "lat"),
    any("address", "point"),
    any("lat", "point"),
    {
      not: {
        anyOf: [
          any("property_id"),
          any("address"),
          any("lat", "lon"),
          any("point"),
        ],
      },
    },
  ]);
  assert.deepEqual(GetCompsInput.dependentRequired, {
    lat: ["lon"],
    lon: ["lat"],
  });
  for (const [name, schema] of Object.entries<object>(components.schemas)) {
    if (!Object.hasOwn(schema, "properties")) continue;
    // Generators of clients read these as a choice of types.
    for (const choice of ["oneOf", "anyOf", "allOf", "not"]) {
      assert(!Object.hasOwn(schema, choice), `${name}: ${choice}`);
    }
  }
  JSON.stringify(components.schemas, (_, part) => {
    const { $ref, ...beside } = Object(part);
    if ($ref && Object.keys(beside).length > 0) {
      // The Java generator reads it as a value of any type, and sends it as null.
      const { [$ref.split("/").at(-1)]: schema } = components.schemas;
      assert(!Object.hasOwn(schema, "if"), $ref);
    }
    return part;
  });
  const { tools } = await (await app.fetch(request("/api/mcp-tools"))).json();
  for (const { name, parameters } of tools) {
    for (const rule of ["oneOf", "anyOf", "allOf", "not", "if"]) {
      assert(!Object.hasOwn(parameters, rule), `${name}: ${rule}`);
    }
  }
});

Deno.test("a field that is an object is a query's by its own fields", async () => {
  const { paths } = await (await app.fetch(request("/api/openapi.json")))
    .json();
  for (const path of ["/api/comps/{subject}", "/api/property-history"]) {
    const names = paths[path].get.parameters.map(
      ({ name }: { name: string }) => name,
    );
    assert.equal(new Set(names).size, names.length);
    for (const whole of ["what_if", "point"]) assert(!names.includes(whole));
  }
  const { parameters } = paths["/api/comps/{subject}"].get;
  const bedrooms = parameters.find(
    ({ name }: { name: string }) => name === "bedrooms",
  );
  assert.equal(bedrooms.schema.maximum, 30);
});

Deno.test("every parameter of the OpenAPI document has a description", async () => {
  const { paths } = await (await app.fetch(request("/api/openapi.json")))
    .json() as {
      paths: Record<
        string,
        Record<
          string,
          {
            parameters?: {
              name: string;
              $ref?: string;
              description?: string;
            }[];
          }
        >
      >;
    };
  const silent = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ parameters = [] }) =>
      parameters.filter(({ $ref, description }) => !$ref && !description)
        .map(({ name }) => `${path} ${name}`)
    )
  );
  assert.deepEqual(silent, []);
});
