import { raw } from "@hono/hono/html";
import { type Handler } from "@hono/hono";
import { marked } from "marked";
import { pageText, sendPage } from "./page.ts";
import type { RouteEnv } from "../service.ts";

const FILE = new URL("../../CHANGELOG.md", import.meta.url);

/** `GET /changelog`: CHANGELOG.md as a page. Our own text, so its markup is trusted. */
export function changelog(): Handler<RouteEnv> {
  let page: Promise<string> | undefined;
  return async function changelog(c) {
    page ??= render();
    return sendPage(c, await page);
  };
}

async function render(): Promise<string> {
  const text = await Deno.readTextFile(FILE);
  const body = text.replace(/^# .*\n/, "");
  return pageText("Changelog", raw(marked.parse(body, { async: false })));
}
