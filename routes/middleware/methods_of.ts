import type { Hono } from "@hono/hono";
import { TrieRouter } from "@hono/hono/router/trie-router";
import type { RouteEnv } from "../service.ts";

/** Returns what tells the methods that a path of an application takes; it looks at the routes on its first use. */
export function methodsOf(
  app: Hono<RouteEnv>,
): (path: string) => readonly string[] {
  let router: TrieRouter<string> | undefined;
  return (path) => {
    if (!router) {
      router = new TrieRouter();
      for (const { method, path } of app.routes) {
        if (method !== "ALL") router.add("ALL", path, method);
      }
    }
    const found = new Set(router.match("ALL", path)[0].map(([name]) => name));
    if (found.has("GET")) found.add("HEAD");
    return [...found];
  };
}
