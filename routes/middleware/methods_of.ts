import type { Hono } from "@hono/hono";
import { TrieRouter } from "@hono/hono/router/trie-router";
import type { RouteEnv } from "../service.ts";

/** The methods that a path takes; none where nothing is. */
export type MethodsOf = (path: string) => readonly string[];

/** Returns what tells the methods that a path of an application takes; it looks at the routes on its first use. */
export function methodsOf(app: Hono<RouteEnv>): MethodsOf {
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
