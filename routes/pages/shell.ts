import { html, raw } from "@hono/hono/html";
import type { Context } from "@hono/hono";
import { assetUrl, IMPORT_MAP } from "../../web/assets.ts";
import type { RouteEnv } from "../service.ts";

/** Markup that is safe to send: what `html` makes. */
export type Markup = ReturnType<typeof html>;

/** Pages of the navigation. */
const NAVIGATION = [
  ["/", "Map"],
  ["/coverage", "Coverage"],
  ["/connect", "Connect"],
  ["/docs", "API"],
  ["/changelog", "Changelog"],
] as const;

/** A page: its content, and what the frame around it needs to know. */
export interface ShellPage {
  readonly title: string;
  readonly body: Markup;
  /** The entry of the navigation that it is; unset for a page that is none. */
  readonly at?: (typeof NAVIGATION)[number][0];
  /** How wide its text runs; `whole` leaves the window below the bar to the page. */
  readonly width?: "narrow" | "wide" | "whole";
  /** A sentence for search engines and previews. */
  readonly description?: string;
  /** More for the head: preview pictures, structured data without script. */
  readonly head?: Markup;
  /** Names of stylesheets besides the common one. */
  readonly styles?: readonly string[];
  /** Names of the scripts it loads as modules. */
  readonly scripts?: readonly string[];
  /** Names of modules that those scripts import, to be fetched at once. */
  readonly preloads?: readonly string[];
  /** Origins that its scripts may ask besides this one, pictures included. */
  readonly servers?: readonly string[];
}

/** How a page is sent. */
export interface SendOptions {
  readonly status?: 200 | 400 | 401 | 403 | 404;
  /** Where its forms may lead; by default nowhere. */
  readonly formTargets?: readonly string[];
  /** Whether caches may keep it, for five minutes; by default they do not. */
  readonly cached?: boolean;
}

/** Two flats over each other, each with its bay. */
const MARK = raw(
  `<svg viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M3 21V5l2-2h14l2 2v16h-6v-4h-4v4zM6 6v4h6V6zm9 0v4h3V6zM6 12.5v4h3v-4zm9 0v4h3v-4z"/></svg>`,
);

/** The whole page as text. Nothing in it comes from another server. */
export function shell(page: ShellPage): string {
  const { title, body, at, width, description } = page;
  const { styles = [], scripts = [], preloads = [] } = page;
  return String(
    html`
      <!doctype html>
      <html lang="en">
        <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>${title} · Twoflat</title>
      ${description
        ? html`<meta name="description" content="${description}">`
        : ""}
      <link rel="icon" href="${assetUrl("icon.svg")}" type="image/svg+xml">
      ${["base.css", ...styles].map((name) =>
        html`
          <link rel="stylesheet" href="${assetUrl(name)}">
        `
      )}${scripts.length > 0
        ? html`
          <script type="importmap">${raw(IMPORT_MAP.text)}</script>
        `
        : ""}${preloads.map((name) =>
          html`
            <link rel="modulepreload" href="${assetUrl(name)}">
          `
        )}${scripts.map((name) =>
          html`
            <script type="module" src="${assetUrl(name)}"></script>
          `
        )}${page.head ?? ""}
        </head>
        <body class="${width === "whole" ? "whole" : ""}">
      <a class="skip-link" href="#content">Skip to the content</a>
      <header class="bar">
      <a class="brand" href="/" aria-label="Twoflat">${MARK}<span>Twoflat</span></a>
      <nav aria-label="Pages">${NAVIGATION.map(([path, name]) =>
        html`
          <a href="${path}" ${path === at
            ? raw(` aria-current="page"`)
            : ""}>${name}</a>
        `
      )}</nav>
      </header>
      <main id="content" tabindex="-1" class="${width === "whole"
        ? "app"
        : `page ${width ?? ""}`}">${width === "whole" ? body : html`
        <h1>${title}</h1>
        ${body}
      `}</main>
      ${width === "whole" ? "" : html`
        <footer class="foot">
          <p>Twoflat values are screening numbers from an automated model, not appraisals. A person must decide before money moves.</p>
        </footer>
      `}
        </body>
      </html>
    `,
  );
}

/** Answers a page: no other page may frame it, it loads nothing but this server's own files, and it tells no other site where the person was. */
export function sendShell(
  c: Context<RouteEnv>,
  page: ShellPage,
  { status = 200, formTargets = [], cached = false }: SendOptions = {},
): Response {
  c.header("Content-Security-Policy", policyOf(page, formTargets));
  if (formTargets.length > 0) {
    c.header("X-Frame-Options", "DENY");
    // With no-referrer a browser would send a form with `Origin: null`.
    c.header("Referrer-Policy", "same-origin");
  }
  c.header("Cache-Control", cached ? "public, max-age=300" : "no-store");
  return c.body(shell(page), status, {
    "Content-Type": "text/html; charset=utf-8",
  });
}

function policyOf(
  { scripts = [], servers = [] }: ShellPage,
  formTargets: readonly string[],
): string {
  return [
    "default-src 'none'",
    ["img-src 'self' data:", ...servers].join(" "),
    "style-src 'self'",
    "font-src 'self'",
    ...scripts.length === 0 ? [] : [
      `script-src 'self' ${IMPORT_MAP.allowed}`,
      "worker-src 'self'",
      ["connect-src 'self'", ...servers].join(" "),
    ],
    `form-action ${formTargets.join(" ") || "'none'"}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
