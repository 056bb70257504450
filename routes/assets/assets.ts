import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Handler } from "@hono/hono";
import { accepts } from "@hono/hono/accepts";
import { Fault } from "../../contracts/errors.ts";
import { type Asset, ASSETS } from "../../web/assets.ts";
import type { RouteEnv } from "../service.ts";

const brotli = promisify(brotliCompress);

/** Of the eleven steps, the last that takes a tenth of a second for the largest file. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Files that are compressed already. */
const PACKED = /^font\//;

/** `GET /assets/{version}/{name}`: a file of the pages. A file is compressed once, when first asked for. */
export function assets(): Handler<RouteEnv> {
  const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  function compress(name: string, { bytes }: Asset) {
    let done = compressed.get(name);
    if (!done) {
      done = brotli(bytes, QUALITY).then((packed) => new Uint8Array(packed));
      compressed.set(name, done);
    }
    return done;
  }
  return async function assets(c) {
    const name = c.req.param("name") ?? "";
    const asset = ASSETS.get(name);
    if (!asset) throw new Fault("not_found", "there is no such file");
    const encoding = PACKED.test(asset.type) ? "identity" : accepts(c, {
      header: "Accept-Encoding",
      supports: ["br", "identity"],
      default: "identity",
    });
    c.header("Content-Type", asset.type);
    c.header("Cache-Control", "public, max-age=31536000, immutable");
    c.header("Vary", "Accept-Encoding", { append: true });
    if (encoding !== "br") return c.body(asset.bytes);
    c.header("Content-Encoding", "br");
    return c.body(await compress(name, asset));
  };
}
