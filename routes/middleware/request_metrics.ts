import type { MiddlewareHandler } from "@hono/hono";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { routeOf } from "./route_of.ts";
import type { RouteEnv } from "../service.ts";

/** Bounds of the durations, seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Figures of this process in Prometheus' form. */
export interface RequestMetrics {
  /** Counts requests by method, route (never the path itself) and status. */
  readonly middleware: MiddlewareHandler<RouteEnv>;
  /** Returns all figures as text, with gauges as they are now. */
  text(gauges: Readonly<Record<string, number>>): Promise<string>;
}

/** Starts counting. */
export function requestMetrics(): RequestMetrics {
  const registry = new Registry();
  const registers = [registry];
  const labelNames = ["method", "route", "status"] as const;
  const requests = new Counter({
    name: "twoflat_requests_total",
    help: "Requests answered",
    labelNames,
    registers,
  });
  const seconds = new Histogram({
    name: "twoflat_request_seconds",
    help: "Time until the answer began",
    labelNames: ["method", "route"],
    buckets: BUCKETS,
    registers,
  });
  const gauges = new Map<string, Gauge>();
  return {
    async middleware(c, next) {
      const start = performance.now();
      await next();
      const { method } = c.req;
      const route = routeOf(c);
      requests.inc({ method, route, status: String(c.res.status) });
      seconds.observe({ method, route }, (performance.now() - start) / 1_000);
    },
    async text(values) {
      for (const [name, value] of Object.entries(values)) {
        let gauge = gauges.get(name);
        if (!gauge) {
          const help = name.replaceAll("_", " ");
          gauge = new Gauge({ name: `twoflat_${name}`, help, registers });
          gauges.set(name, gauge);
        }
        gauge.set(value);
      }
      return await registry.metrics();
    },
  };
}
