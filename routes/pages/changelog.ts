import { raw } from "@hono/hono/html";
import { type Handler } from "@hono/hono";
import { marked } from "marked";
import { type Markup, sendShell } from "./shell.ts";
import type { RouteEnv } from "../service.ts";

const FILE = new URL("../../CHANGELOG.md", import.meta.url);

/** `GET /changelog`: CHANGELOG.md as a page. Our own text, so its markup is trusted. */
export function changelog(): Handler<RouteEnv> {
  let body: Promise<Markup> | undefined;
  return async function changelog(c) {
    body ??= render();
    const page = {
      title: "Changelog",
      at: "/changelog",
      body: await body,
    } as const;
    return sendShell(c, page, { cached: true });
  };
}

async function render(): Promise<Markup> {
  const text = await Deno.readTextFile(FILE);
  const body = text.replace(/^# .*\n/, "");
  return raw(marked.parse(body, { async: false }));
}
