import { Hono } from "@hono/hono";
import { operator } from "../middleware/operator.ts";
import type { RequestMetrics } from "../middleware/request_metrics.ts";
import type { RouteEnv, Service } from "../service.ts";

/** Longest wait for the store before a server is not ready, milliseconds. */
const STORE_WAIT = 2_000;

/** `/healthz` and `/readyz`, for what starts and watches servers: open to all, whatever Host they name. */
export function probes({ lastRun }: Service): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  // Answers without touching anything: the process is alive.
  app.get(
    "/healthz",
    (c) => c.text("ok\n", 200, { "Cache-Control": "no-store" }),
  );
  // Ready where the store answers: the snapshot is open before a server listens.
  app.get("/readyz", async (c) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(), STORE_WAIT);
    try {
      await Promise.race([lastRun(), late.promise]);
      return c.text("ready\n", 200, { "Cache-Control": "no-store" });
    } catch {
      return c.text("the store does not answer\n", 503, {
        "Cache-Control": "no-store",
      });
    } finally {
      clearTimeout(timer);
    }
  });
  return app;
}

/** `/metrics` in Prometheus' text form, behind the write secret. */
export function metricsRoute(
  service: Service,
  metrics: RequestMetrics,
): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  app.get("/metrics", operator(service), async (c) => {
    const state = await service.operatorConsole.state();
    const { last } = state.runs;
    const text = await metrics.text({
      uptime_seconds: state.uptime_seconds,
      heap_bytes: Deno.memoryUsage().heapUsed,
      rss_bytes: Deno.memoryUsage().rss,
      listings: state.inventory.listings,
      listings_for_sale: state.inventory.for_sale,
      listings_unmatched: state.inventory.unmatched,
      profiles_active: state.profiles.active,
      outbox_waiting: state.outbox.waiting,
      dead_letters: state.dead_letters.count,
      reports_open: state.reports.open,
      event_streams: service.tail.followers,
      last_run_failures: last?.failures ?? 0,
      last_run_timestamp_seconds: last?.finished_at
        ? Date.parse(last.finished_at) / 1_000
        : 0,
    });
    return c.text(text, 200, {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
      "Cache-Control": "no-store",
    });
  });
  return app;
}
