import { html } from "@hono/hono/html";
import type { Context, Handler } from "@hono/hono";
import {
  ASSUMPTION_NAMES,
  type AssumptionName,
  ASSUMPTIONS,
} from "../../contracts/assumptions.ts";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import { PROPERTY_ID } from "../../contracts/subject.ts";
import type { Brand } from "../../core/answers/memo/brand.ts";
import { memoHtml } from "../../core/answers/memo/html.ts";
import { memoMarkdown } from "../../core/answers/memo/markdown.ts";
import { memoOf, memoQuestions } from "../../core/answers/memo/memo.ts";
import { deepUnderwriteAsset } from "../../core/operations/property/deep_underwrite_asset.ts";
import { getComps } from "../../core/operations/property/get_comps.ts";
import { riskReport } from "../../core/operations/property/risk_report.ts";
import { readFigure } from "../../core/schema/figures.ts";
import { serve } from "../../core/service/serve.ts";
import { type RouteEnv, serveContext, type Service } from "../service.ts";
import { sendShell } from "./shell.ts";

const UNBRANDED: Brand = { name: null, logo: null };

/** A memo holds its style and its logo, loads nothing and runs nothing. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/**
 * Returns the route of a property's memo: two pages to print as HTML, or the same as Markdown. The query holds
 * the strategy, a preset and assumptions by name, as people write them (`purchase_price=350k`). It needs the
 * scope `underwrite`, as the prices of comps do.
 */
export function memoPage(
  service: Service,
  kind: "html" | "markdown",
): Handler<RouteEnv> {
  return async function memoPage(c) {
    try {
      return await memo(service, c, kind);
    } catch (error) {
      if (!(error instanceof Fault) || kind === "markdown") throw error;
      return refusalPage(c, error);
    }
  };
}

async function memo(
  service: Service,
  c: Context<RouteEnv>,
  kind: "html" | "markdown",
): Promise<Response> {
  const id = c.req.param("id") ?? "";
  if (!PROPERTY_ID.test(id)) {
    throw new Fault("not_found", "no property has this identifier");
  }
  const context = serveContext(service, c.var, "rest", {
    signal: c.req.raw.signal,
  });
  const deal = await serve(deepUnderwriteAsset, context, {
    property_id: id,
    ...memoInput(new URL(c.req.url).searchParams),
  });
  const questions = memoQuestions(deal);
  const comps = await serve(getComps, context, questions.comps);
  const risk = await serve(riskReport, context, questions.risk);
  const made = memoOf({ deal, comps, risk });
  const { brand = UNBRANDED } = service;
  c.header("Cache-Control", "private, no-store");
  if (kind === "markdown") {
    return c.body(memoMarkdown(made, brand), 200, {
      "Content-Type": "text/markdown; charset=utf-8",
    });
  }
  return c.body(await memoHtml(made, comps, brand), 200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": POLICY,
  });
}

/** Fields of the query that are text; every other one is an assumption. */
const TEXT_FIELDS = new Set(["strategy", "preset"]);

/** The underwriting's input of a query. What a form leaves empty is not given; text that is no figure stays, for the contract to refuse. */
function memoInput(query: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [name, text] of query) {
    if (text === "") continue;
    const place = TEXT_FIELDS.has(name) ? input : custom;
    if (name in place) throw invalidParams(name, "given once");
    place[name] = isAssumption(name) ? figureOr(text, name) : text;
  }
  return { ...input, custom_assumptions: custom };
}

function isAssumption(name: string): name is AssumptionName {
  return (ASSUMPTION_NAMES as readonly string[]).includes(name);
}

function figureOr(text: string, name: AssumptionName): number | string {
  const { unit, min, max } = ASSUMPTIONS[name];
  const read = readFigure(text, unit, { minimum: min, maximum: max });
  return "value" in read ? read.value : text;
}

/** Tells a person why there is no memo. */
function refusalPage(
  c: Context<RouteEnv>,
  { code, message, field, expected }: Fault,
): Response {
  const isAnonymous = c.get("principal").kind === "anonymous";
  switch (code) {
    case "forbidden_scope":
      return sendShell(c, {
        title: "A memo needs a key",
        body: html`
          <p>A memo shows comparable sales with their prices, so it is for people with a key that has the scope <code>underwrite</code>.</p>
          <p>${isAnonymous
            ? html`
              <a href="/">Sign in on the map</a>, then open this page again. <a
                href="/connect">How to get a key.</a>
            `
            : html`Your key does not have it. <a href="/connect">How to get a key.</a>`}</p>
        `,
      }, { status: isAnonymous ? 401 : 403 });
    case "not_found":
      return sendShell(c, {
        title: "Property not found",
        body: html`
          <p>No property of the loaded counties has this identifier. <a href="/">Search on the map.</a></p>
        `,
      }, { status: 404 });
    case "invalid_params":
      return sendShell(c, {
        title: "One figure is unclear",
        body: html`
          <p><code>${(field ?? "").replace(
            "custom_assumptions.",
            "",
          )}</code>: ${expected ?? message}</p>
          <p>Go back and correct it.</p>
        `,
      }, { status: 400 });
    default:
      throw new Fault(code, message, { field, expected });
  }
}
