import { html, raw } from "@hono/hono/html";
import type { Context } from "@hono/hono";
import type { RouteEnv } from "../service.ts";

/** Markup that is safe to send. */
export type Markup = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
nav { display: flex; gap: 1.25rem; padding-bottom: .75rem; border-bottom: 1px solid var(--line); }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.5rem; } h3 { margin: 0; font-size: 1rem; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
pre { background: var(--soft); padding: .75rem; border-radius: .4rem; overflow: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-top: 1px solid var(--line); }
details { border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .9rem; margin: .6rem 0; }
summary { cursor: pointer; } summary h3 { display: inline; }
.method { display: inline-block; min-width: 3.2rem; font-weight: 600; }
.deprecated { text-decoration: line-through; }
`;

/** Pages load nothing but themselves. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A whole page: nothing in it comes from another server, and no script runs. */
export function pageText(title: string, body: Markup): string {
  return String(
    html`
      <!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8">
          <meta name="viewport" content="width=device-width, initial-scale=1">
          <title>${title} · Twoflat</title>
          <style>
                ${raw(STYLE)}
                </style>
        </head>
        <body>
                <nav>
                  <a href="/docs">API</a> <a href="/changelog">Changelog</a> <a
                    href="/api/openapi.json"
                  >OpenAPI</a>
                </nav>
                <h1>${title}</h1>
                ${body}
              </body>
      </html>
    `,
  );
}

/** Answers with a page made before. */
export function sendPage(c: Context<RouteEnv>, text: string): Response {
  return c.body(text, 200, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "public, max-age=300",
    "Content-Security-Policy": POLICY,
  });
}
