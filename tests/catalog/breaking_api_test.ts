import assert from "node:assert/strict";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { type Api, apiBreaksOf } from "../../core/catalog/breaking_api.ts";
import { openApiOf } from "../../core/catalog/openapi.ts";
import { compileRegistry } from "../../core/service/registry.ts";

const before = openApiOf(compileRegistry(OPERATIONS)) as unknown as Api;

// deno-lint-ignore no-explicit-any -- a document is edited as the text it is
type Edited = any;

/** The document after an edit. */
function edited(edit: (api: Edited) => void): Api {
  const api: Edited = structuredClone(before);
  edit(api);
  return api;
}

const parameter = (api: Edited, path: string, name: string) =>
  api.paths[path].get.parameters.find((each: Edited) => each.name === name);

const BREAKS: readonly [string, (api: Edited) => void, string, RegExp][] = [
  [
    "a path that is gone",
    (api) => delete api.paths["/api/me/usage"],
    "my_usage",
    /GET \/api\/me\/usage is gone/,
  ],
  [
    "a method that is gone",
    (api) => delete api.paths["/api/keys"].post,
    "issue_key",
    /POST \/api\/keys is gone/,
  ],
  [
    "a parameter that is gone",
    (api) => api.paths["/api/me/usage"].get.parameters.pop(),
    "my_usage.input.days",
    /gone/,
  ],
  [
    "a parameter that is new and required",
    (api) =>
      api.paths["/api/coverage"].get.parameters.push({
        name: "year",
        in: "query",
        required: true,
        schema: { type: "integer" },
      }),
    "coverage.input.year",
    /required/,
  ],
  [
    "a value of a parameter that is no longer taken",
    (api) => parameter(api, "/api/coverage", "prop_type").schema.enum.pop(),
    "coverage.input.prop_type",
    /not taken/,
  ],
  [
    "a narrower bound of a parameter",
    (api) => parameter(api, "/api/me/audit", "limit").schema.maximum = 20,
    "my_audit.input.limit",
    /maximum is now 20/,
  ],
  [
    "a shared parameter that is narrower",
    (api) => api.components.parameters.id_in_path.schema.pattern = "^[0-9]{8}$",
    "find_key.input.id",
    /pattern/,
  ],
  [
    "a body's field that is new and required",
    (api) => api.components.schemas.IssueKeyBody.required.push("label"),
    "issue_key.input.label",
    /required/,
  ],
  [
    "a body that may no longer be left out",
    (api) =>
      api.paths["/api/keys/{id}/rotate"].post.requestBody.required = true,
    "rotate_key.input",
    /required/,
  ],
  [
    "a rule that binds fields in another way",
    (api) => api.components.schemas.AddNoteInput.if.anyOf.pop(),
    "add_note.input",
    /if/,
  ],
  [
    "a field of an answer that is gone",
    (api) => delete api.components.schemas.MyAudit.properties.next_cursor,
    "my_audit.output.next_cursor",
    /gone/,
  ],
  [
    "a field of an answer that may be missing",
    (api) => api.components.schemas.Health.required.pop(),
    "health.output.deno",
    /missing/,
  ],
  [
    "a status of success that is another",
    (api) => {
      const { responses } = api.paths["/api/keys"].post;
      responses[200] = responses[201];
      delete responses[201];
    },
    "issue_key.output",
    /201 is not answered/,
  ],
  [
    "a media type that is another",
    (api) => {
      const { content } = api.paths["/api/events"].get.responses[200];
      content["application/json"] = content["text/event-stream"];
      delete content["text/event-stream"];
    },
    "events.output",
    /text\/event-stream is gone/,
  ],
  [
    "a credential that is now needed",
    (api) => api.paths["/api/coverage"].get.security.shift(),
    "coverage.scope",
    /credential/,
  ],
];

for (const [name, edit, what, how] of BREAKS) {
  Deno.test(`apiBreaksOf() finds ${name}`, () => {
    const breaks = apiBreaksOf(before, edited(edit));
    const found = breaks.find((each) => each.what === what);
    assert(found, `${what} is not in ${JSON.stringify(breaks)}`);
    assert.match(found.how, how);
  });
}

Deno.test("apiBreaksOf() finds nothing in what only adds", () => {
  const wider = edited((api) => {
    api.paths["/api/more"] = api.paths["/api/coverage"];
    api.paths["/api/coverage"].get.parameters.push({
      name: "year",
      in: "query",
      required: false,
      schema: { type: "integer" },
    });
    parameter(api, "/api/coverage", "prop_type").schema.enum.push("condo");
    parameter(api, "/api/me/audit", "limit").schema.maximum = 500;
    delete api.components.schemas.AddNoteInput.if;
    api.components.schemas.Health.properties.more = { type: "string" };
  });
  assert.deepEqual(apiBreaksOf(before, wider), []);
});
