import { html } from "@hono/hono/html";
import type { Context, Handler } from "@hono/hono";
import { Fault } from "../../contracts/errors.ts";
import type {
  HistoryOutput,
  PropertyOutput,
} from "../../contracts/property.ts";
import { PROPERTY_ID } from "../../contracts/subject.ts";
import { ANONYMOUS } from "../../core/access/principal.ts";
import { dollars } from "../../core/engine/figures.ts";
import { getProperty } from "../../core/operations/property/get_property.ts";
import { propertyHistory } from "../../core/operations/property/property_history.ts";
import { dashed } from "../../core/engine/subject/property_id.ts";
import { titledAddress, typeNoun } from "../../core/engine/words.ts";
import { serve } from "../../core/service/serve.ts";
import { type RouteEnv, serveContext, type Service } from "../service.ts";
import { propertyBody } from "./property_view.ts";
import { shareImage } from "./share_image.ts";
import { sendShell } from "./shell.ts";

/** `GET /property/{id}`: a property for people, readable without script and made to be printed. It shows what anyone may see. */
export function propertyPage(service: Service): Handler<RouteEnv> {
  return async function propertyPage(c) {
    const id = c.req.param("id") ?? "";
    let found: { answer: PropertyOutput; history: HistoryOutput };
    try {
      found = await read(service, c, id);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "not_found") throw error;
      return sendShell(c, {
        title: "Property not found",
        body: html`
          <p>No property of the loaded counties has the identifier <code>${id}</code>.</p>
          <p><a href="/">Search on the map.</a></p>
        `,
      }, { status: 404 });
    }
    const { answer, history } = found;
    const { subject, listing } = answer;
    const title = [
      subject.address
        ? titledAddress(subject.address)
        : `PIN ${dashed(subject.property_id ?? "")}`,
      subject.city && titledAddress(subject.city),
      subject.zip,
    ].filter(Boolean).join(", ");
    const description = `${listing ? `${dollars(listing.list_price)}, ` : ""}${
      typeNoun(subject.prop_type)
    }: value range, comparable sales, underwriting, risk and history.`;
    const origin = service.publicUrl ?? new URL(c.req.url).origin;
    const page = `${origin}/property/${subject.property_id}`;
    const image = `${origin}/api/og/${subject.property_id}.svg`;
    return sendShell(c, {
      title,
      description,
      styles: ["property.css"],
      head: html`
        <link rel="canonical" href="${page}">
        <meta property="og:type" content="website">
        <meta property="og:site_name" content="Twoflat">
        <meta property="og:title" content="${title}">
        <meta property="og:description" content="${description}">
        <meta property="og:url" content="${page}">
        <meta property="og:image" content="${image}">
        <meta property="og:image:type" content="image/svg+xml">
        <meta property="og:image:width" content="1200">
        <meta property="og:image:height" content="630">
        <meta name="twitter:card" content="summary_large_image">
      `,
      body: propertyBody(answer, history.events),
    }, { formTargets: ["'self'"] });
  };
}

/** `GET /api/og/{id}.svg`: a picture for previews of links to a property. */
export function shareImageRoute(service: Service): Handler<RouteEnv> {
  return async function shareImageRoute(c) {
    const file = c.req.param("file") ?? "";
    if (!file.endsWith(".svg")) {
      throw new Fault("not_found", "a share image ends in .svg");
    }
    const { answer } = await read(service, c, file.slice(0, -".svg".length));
    return c.body(shareImage(answer), 200, {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": "public, max-age=300",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  };
}

/** What anyone may see of a property. */
async function read(
  service: Service,
  c: Context<RouteEnv>,
  id: string,
): Promise<{ answer: PropertyOutput; history: HistoryOutput }> {
  if (!PROPERTY_ID.test(id)) {
    throw new Fault("not_found", "no property has this identifier");
  }
  const context = {
    ...serveContext(service, c.var, "rest", { signal: c.req.raw.signal }),
    principal: ANONYMOUS,
    onServed: undefined,
  };
  const input = { property_id: id };
  const answer = await serve(getProperty, context, input);
  const history = await serve(propertyHistory, context, input);
  return { answer, history };
}
