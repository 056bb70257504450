import { Hono } from "@hono/hono";
import { requestId } from "@hono/hono/request-id";
import { secureHeaders } from "@hono/hono/secure-headers";
import { assets } from "./assets/assets.ts";
import { accessLog } from "./middleware/access_log.ts";
import { channelPages } from "./pages/channels.ts";
import { channelRoutes } from "./api/channels.ts";
import { changelog } from "./pages/changelog.ts";
import { noConnect } from "./pages/connect/closed.ts";
import { connectRoutes } from "./pages/connect/routes.ts";
import { contractRoutes } from "./api/contracts.ts";
import { crossOrigin } from "./middleware/cross_origin.ts";
import { events } from "./events/events.ts";
import { docs } from "./pages/docs.ts";
import { guard } from "./middleware/guard.ts";
import { health } from "./api/health.ts";
import { keyRoutes } from "./api/keys.ts";
import { limits } from "./middleware/limits.ts";
import { coveragePage } from "./pages/coverage/routes.ts";
import { type MethodsOf, methodsOf } from "./middleware/methods_of.ts";
import { mapPage } from "./pages/map.ts";
import { tileRoutes, tilesPath } from "./tiles/routes.ts";
import { memoPage } from "./pages/memo.ts";
import { missingPage } from "./pages/missing.ts";
import { mcpEndpoint } from "./mcp/endpoint.ts";
import { meRoutes } from "./api/me.ts";
import { challenge } from "./oauth/challenge.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import { metricsRoute, probes } from "./operator/probes.ts";
import { operatorPage } from "./pages/operator/routes.ts";
import { operatorRoutes } from "./operator/routes.ts";
import { address, principal } from "./middleware/principal.ts";
import { problemResponse } from "./middleware/problem.ts";
import { photo } from "./api/photo.ts";
import { propertyPage, shareImageRoute } from "./pages/property.ts";
import { replayRoutes } from "./api/replay.ts";
import { refusals } from "./middleware/refusals.ts";
import { restRoutes } from "./api/rest.ts";
import { revalidated } from "./middleware/revalidated.ts";
import { savedRoutes } from "./api/workspace.ts";
import { sessionRoutes } from "./api/session.ts";
import { sizeLimit } from "./middleware/size_limit.ts";
import { toolRoutes } from "./api/tools.ts";
import { unanswered } from "./middleware/unanswered.ts";
import type { Connection, RouteEnv, Service } from "./service.ts";

/** The whole service over HTTP. */
export interface App {
  /** Every route, as `GET /api/tract/{geoid}`. */
  readonly routes: readonly string[];
  /** Answers one request. Never throws. */
  fetch(
    request: Request,
    connection?: Connection,
  ): Response | Promise<Response>;
  /** Ends open streams. */
  close(): Promise<void>;
}

/**
 * Mounts every route.
 *
 * @param makeServer as for `mcpEndpoint`
 */
export function createApp(
  service: Service,
  makeServer?: Parameters<typeof mcpEndpoint>[1],
): App {
  const app = new Hono<RouteEnv>();
  const refused = refusals();
  const mcp = mcpEndpoint(service, makeServer);
  const stopping = new AbortController();
  app.route("/", probes(service));
  const methods = methodsOf(app);
  mountMiddleware(app, service, methods);
  mountOpen(app, service);
  // Above: open to all, or with a credential of its own. Below: a caller, scopes and limits.
  for (const path of ["/api/*", "/mcp/*", "/property/*"]) {
    app.use(path, principal(service, refused), limits(service));
  }
  mountMetered(app, service, stopping.signal);
  app.post("/mcp", mcp.answer);
  app.use("/mcp/oauth", challenge());
  app.post("/mcp/oauth", mcp.answer);
  app.notFound(unanswered(methods, refused, missingPage));
  app.onError((error, c) => problemResponse(c, error));
  return {
    routes: app.routes.map(({ method, path }) =>
      `${method} ${path.replace(/:(\w+)/g, "{$1}")}`
    ),
    fetch: (request, connection = {}) => app.fetch(request, connection),
    close() {
      stopping.abort();
      return mcp.close();
    },
  };
}

/** What every request passes: its id, the log, security headers, checks of host and origin, size. */
function mountMiddleware(
  app: Hono<RouteEnv>,
  service: Service,
  methods: MethodsOf,
): void {
  if (service.metrics) app.use(service.metrics.middleware);
  app.use(
    // Shorter than a key (61), so that one sent there by mistake is not kept.
    requestId({ limitLength: 60 }),
    accessLog(),
    // A page that has policies of its own keeps them. A host is reached by TLS only where its public address says so.
    secureHeaders({
      overwrite: false,
      strictTransportSecurity: service.publicUrl?.startsWith("https:") ?? false,
    }),
    guard(service),
    crossOrigin(service, methods),
    sizeLimit(),
    address(service),
  );
}

/** Pages and documents that are open to all, and routes with a credential of their own. */
function mountOpen(app: Hono<RouteEnv>, service: Service): void {
  app.get("/api/health", health(service));
  app.route("/", contractRoutes(service));
  app.get("/", mapPage(service));
  app.route(tilesPath(service), tileRoutes(service));
  app.get("/assets/:version/:name", assets());
  app.get("/coverage", coveragePage(service));
  app.get("/docs", revalidated(), docs(service));
  app.get("/changelog", revalidated(), changelog());
  app.route("/api/keys", keyRoutes(service));
  app.route("/api", operatorRoutes(service));
  if (service.metrics) app.route("/", metricsRoute(service, service.metrics));
  app.route("/", oauthRoutes(service));
  app.route("/", channelPages(service));
  app.route("/operator", operatorPage(service));
  if (service.selfServe) app.route("/connect", connectRoutes(service));
  else app.get("/connect", noConnect);
}

/**
 * Routes that have a caller and are metered.
 *
 * @param stopping ends open streams
 */
function mountMetered(
  app: Hono<RouteEnv>,
  service: Service,
  stopping: AbortSignal,
): void {
  app.route("/api/session", sessionRoutes(service));
  app.route("/api/me", meRoutes(service));
  app.route("/api/me", savedRoutes(service));
  app.route("/api/me", channelRoutes(service));
  app.get("/api/events", events(service, stopping));
  app.route("/api/tools", toolRoutes(service));
  app.get("/api/photo", photo(service));
  app.get("/api/og/:file", revalidated(), shareImageRoute(service));
  app.get("/property/:id", propertyPage(service));
  app.get("/property/:id/memo", memoPage(service, "html"));
  app.get("/property/:id/memo.md", memoPage(service, "markdown"));
  app.route("/api", replayRoutes(service));
  app.route("/api", restRoutes(service));
}
