import { doesNotMatch, equal, match } from "node:assert/strict";
import { dayOf } from "../../core/engine/snapshot.ts";
import { LOCAL } from "../../core/access/principal.ts";
import { memoHtml } from "../../core/answers/memo/html.ts";
import { memoMarkdown } from "../../core/answers/memo/markdown.ts";
import { memoOf } from "../../core/answers/memo/memo.ts";
import { deepUnderwriteAsset } from "../../core/operations/property/deep_underwrite_asset.ts";
import { getComps } from "../../core/operations/property/get_comps.ts";
import { riskReport } from "../../core/operations/property/risk_report.ts";
import { serve } from "../../core/service/serve.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";

const context = {
  snapshot: await demoSnapshot(),
  today: dayOf(DEMO_DAY),
  principal: LOCAL,
};
const house = { lat: 41.6103, lon: -87.8464 };
const answers = {
  deal: await serve(deepUnderwriteAsset, context, {
    ...house,
    strategy: "hold",
    custom_assumptions: { purchase_price: 320_000 },
  }),
  comps: await serve(getComps, context, house),
  risk: await serve(riskReport, context, { ...house, price: 320_000 }),
};
const brand = { name: "Smith & <b>Sons</b>", logo: null };

Deno.test("a memo has every part in HTML and Markdown, and loads nothing", async () => {
  const memo = memoOf(answers);
  const html = await memoHtml(memo, answers.comps, brand);
  const text = memoMarkdown(memo, brand);
  for (
    const title of [
      "Summary",
      "Value and comparable sales",
      "First year as a rental",
      "The price at which it works, and what it depends on",
      "Held for years, then sold",
      "Risks",
      "Assumptions",
    ]
  ) {
    match(html, new RegExp(`<h2>${title}</h2>`));
    match(text, new RegExp(`^## ${title}$`, "m"));
  }
  doesNotMatch(html, /https?:|<script|<link|url\(/);
  for (const page of [html, text]) {
    doesNotMatch(page, /undefined|NaN|\[object/);
    match(page, /not an appraisal/);
  }
  match(html, /Smith &amp; &lt;b&gt;Sons/);
  match(text, /Smith & \\<b\\>Sons/);
});

Deno.test("a memo's map shows each comp at its place", async () => {
  const html = await memoHtml(memoOf(answers), answers.comps, brand);
  const dots = html.match(/<circle cx=/g) ?? [];
  equal(dots.length, answers.comps.comps.length);
});
