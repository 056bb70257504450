import { raw } from "@hono/hono/html";
import { type Handler } from "@hono/hono";
import { marked } from "marked";
import text from "../../CHANGELOG.md" with { type: "text" };
import { type Markup, sendShell } from "./shell.ts";
import type { RouteEnv } from "../service.ts";

/** `GET /changelog`: CHANGELOG.md as a page. Our own text, so its markup is trusted. */
export function changelog(): Handler<RouteEnv> {
  let body: Markup | undefined;
  return function changelog(c) {
    body ??= render();
    const page = { title: "Changelog", at: "/changelog", body } as const;
    return sendShell(c, page, { cached: true });
  };
}

function render(): Markup {
  const body = text.replace(/^# .*\n/, "");
  return raw(marked.parse(body, { async: false }));
}
