/** Syncs a feed into a store until it is done or killed. Arguments: store, address of the feed. */
import { feedAt, sync } from "../inventory/reso/feed_fixture.ts";

const [store, url] = Deno.args;
using kv = await Deno.openKv(store);
await sync(kv, feedAt(url));
console.log("done");
