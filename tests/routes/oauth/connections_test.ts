import assert from "node:assert/strict";
import { BASE } from "../../../harness/app.ts";
import {
  Browser,
  connected,
  form,
  oauthService,
  withToken,
} from "./harness.ts";

const PATH = "/oauth/connections";

/** The hidden fields of the page's forms, one record each. */
function formsIn(text: string): Record<string, string>[] {
  return [...text.matchAll(/<form method="post">(.*?)<\/form>/gs)].map(
    ([, inside]) =>
      Object.fromEntries(
        [...inside.matchAll(/name="(\w+)"\s+value="([^"]*)"/g)]
          .map(([, name, value]) => [name, value]),
      ),
  );
}

Deno.test("a person sees the programs they have allowed, and ends one", async () => {
  await using service = await oauthService();
  const browser = new Browser(service);
  const [kept, ended] = [
    await connected(service, {}, browser),
    await connected(service, {}, browser),
  ];
  await connected(service);
  const forms = formsIn(await (await browser.open(PATH)).text());
  assert.equal(forms.length, 2);
  const id = ended.tokens.access_token.slice(5, 21);
  const fields = forms.find((each) => each.id === id)!;
  const headers = { cookie: browser.cookie!, origin: BASE };
  const response = await service.fetch(form(PATH, fields, headers));
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("location"), PATH);
  const statusOf = async ({ tokens }: typeof kept) =>
    (await withToken(service, tokens.access_token)).status;
  assert.deepEqual([await statusOf(kept), await statusOf(ended)], [200, 401]);
  const after = formsIn(await (await browser.open(PATH)).text());
  assert.deepEqual(after.map((each) => each.id), [
    kept.tokens.access_token.slice(5, 21),
  ]);
});

Deno.test("nobody else ends a person's connections", async () => {
  await using service = await oauthService();
  const browser = new Browser(service);
  const { tokens } = await connected(service, {}, browser);
  const [fields] = formsIn(await (await browser.open(PATH)).text());
  const other = new Browser(service);
  await connected(service, {}, other);
  for (
    const [sent, headers] of [
      [fields, {}],
      [fields, { cookie: other.cookie! }],
      [{ ...fields, signature: "" }, { cookie: browser.cookie! }],
      [{ ...fields, id: "other" }, { cookie: browser.cookie! }],
    ] as const
  ) {
    const response = await service.fetch(form(PATH, sent, headers));
    assert.equal(response.status, 400);
  }
  const foreign = await service.fetch(
    form(PATH, fields, {
      cookie: browser.cookie!,
      origin: "https://evil.example",
    }),
  );
  assert.equal(foreign.status, 403);
  const { status } = await withToken(service, tokens.access_token);
  assert.equal(status, 200);
});

Deno.test("a browser that has allowed nothing is told so", async () => {
  await using service = await oauthService();
  const browser = new Browser(service);
  const text = await (await browser.open(PATH)).text();
  assert.match(text, /No program is connected/);
  assert.equal(browser.cookie, undefined);
});
