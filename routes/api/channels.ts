import { type Context, Hono } from "@hono/hono";
import { MuteChannel, RotateChannel } from "../../contracts/alerts.ts";
import { parseInput } from "../../core/schema/parse_input.ts";
import { stampOf } from "../../core/service/stamp.ts";
import type { OwnerChannels } from "../../core/service/channels.ts";
import { PageQuery } from "../../contracts/page.ts";
import { optionalJson, readJson } from "./body.ts";
import { replayChoiceOf } from "./dead_letters.ts";
import { queryOf } from "./query.ts";
import { neverStored } from "../middleware/never_stored.ts";
import { ownerOf } from "./account.ts";
import { pageOf } from "./page.ts";
import type { RouteEnv, Service } from "../service.ts";

/** How long an old webhook secret goes on signing unless the caller says, seconds. */
const OVERLAP = 86_400;

/** Channels and dead letters of the caller, below `/api/me`. */
export function channelRoutes(
  { channels, snapshot }: Service,
): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  const stamp = stampOf(snapshot);
  const ofCaller = (c: Context<RouteEnv>): OwnerChannels =>
    channels.of(ownerOf(c, "seeing channels"))!;
  app.use("/channels/*", neverStored);
  app.use("/dead-letters/*", neverStored);
  app.get(
    "/channels",
    async (c) => {
      const query = queryOf(c, PageQuery);
      const { page: channels, next_cursor } = pageOf(
        await ofCaller(c).list(),
        query,
        ({ channel_id }) => channel_id,
      );
      return c.json({ channels, next_cursor, ...stamp });
    },
  );
  app.post("/channels/:id/rotate", async (c) => {
    const own = ofCaller(c);
    const { overlap_seconds } = parseInput(
      RotateChannel,
      await optionalJson(c),
    );
    const id = c.req.param("id");
    return c.json({
      ...await own.rotate(id, overlap_seconds ?? OVERLAP),
      ...stamp,
    });
  });
  app.post(
    "/channels/:id/test",
    async (c) =>
      c.json({ ...await ofCaller(c).ping(c.req.param("id")), ...stamp }),
  );
  app.post("/channels/:id/mute", async (c) => {
    const own = ofCaller(c);
    const { hours } = parseInput(MuteChannel, await readJson(c.req.raw));
    return c.json({ ...await own.mute(c.req.param("id"), hours), ...stamp });
  });
  app.post(
    "/channels/:id/enable",
    async (c) =>
      c.json({ ...await ofCaller(c).enable(c.req.param("id")), ...stamp }),
  );
  app.get(
    "/dead-letters",
    async (c) => {
      const query = queryOf(c, PageQuery);
      const { page: dead_letters, next_cursor } = pageOf(
        await ofCaller(c).deadLetters(),
        query,
        ({ delivery_id }) => delivery_id,
      );
      return c.json({ dead_letters, next_cursor, ...stamp });
    },
  );
  app.post("/dead-letters/replay", async (c) => {
    const own = ofCaller(c);
    const outcome = await own.replay(await replayChoiceOf(c));
    return c.json({ ...outcome, ...stamp });
  });
  return app;
}
