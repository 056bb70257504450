import { hash } from "node:crypto";
import type { Context } from "@hono/hono";
import { html, raw } from "@hono/hono/html";
import type { RouteEnv } from "../service.ts";

/** Markup that is safe to send: what `html` makes. */
export type Markup = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 34rem; padding: 1.5rem 1rem; }
h1 { font-size: 1.4rem; line-height: 1.25; }
h1, dd { overflow-wrap: anywhere; }
a { color: inherit; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; }
.warning { border-left: .3rem solid #b45309; padding: .25rem .75rem; }
pre { background: #8882; overflow: auto; padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
th, td { border-top: 1px solid #8888; overflow-wrap: anywhere; padding: .25rem .5rem .25rem 0; text-align: left; }
input, select { font: inherit; }
input:not([type="checkbox"]), select { box-sizing: border-box; max-width: 100%; min-height: 2.25rem; width: 24rem; }
h3 { border-top: 1px solid #8888; padding-top: 1rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
button { border: 2px solid #1d4ed8; border-radius: .4rem; cursor: pointer; font: inherit; font-weight: 600; min-height: 2.75rem; padding: .4rem 1.5rem; }
.allow { background: #1d4ed8; color: #fff; }
.deny { background: transparent; border-color: currentColor; color: inherit; }
:focus-visible { outline: 3px solid #d97706; outline-offset: 2px; }
`;
/** Lets exactly this inline text run or apply. */
const allowing = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;

const STYLE_HASH = allowing(STYLE);

/** Where the page's form may lead; unset means nowhere. */
export interface PageOptions {
  readonly status?: 200 | 400;
  readonly formTargets?: readonly string[];
  /** A script the page can do without. */
  readonly script?: string;
}

/**
 * Answers a page that runs no script but the one given here, that no other page may frame, that tells no other page where the
 * person was, and that is not kept.
 */
export function page(
  c: Context<RouteEnv>,
  title: string,
  body: Markup,
  { status = 200, formTargets = [], script }: PageOptions = {},
): Response | Promise<Response> {
  c.header(
    "Content-Security-Policy",
    [
      "default-src 'none'",
      `style-src ${STYLE_HASH}`,
      ...script === undefined ? [] : [`script-src ${allowing(script)}`],
      `form-action ${formTargets.join(" ") || "'none'"}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join("; "),
  );
  c.header("X-Frame-Options", "DENY");
  // With no-referrer a browser would send the form with `Origin: null`.
  c.header("Referrer-Policy", "same-origin");
  // A client that opened this page in a window of its own hears from that window afterwards.
  c.header("Cross-Origin-Opener-Policy", "unsafe-none");
  c.header("Cache-Control", "no-store");
  return c.html(
    html`
      <!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8">
          <meta name="viewport" content="width=device-width, initial-scale=1">
          <title>${title} - Twoflat</title>
          <style>${raw(STYLE)}</style>
        </head>
        <body>
          <main>
      <h1>${title}</h1>
      ${body}
          </main>
          ${script === undefined ? "" : html`<script>${raw(script)}</script>`}
        </body>
      </html>
    `,
    status,
  );
}
