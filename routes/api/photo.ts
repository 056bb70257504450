import type { Handler } from "@hono/hono";
import { Fault } from "../../contracts/errors.ts";
import { PhotoQuery } from "../../contracts/photo.ts";
import { requireScopes } from "../../core/access/scopes.ts";
import { parcelAtPoint } from "../../core/engine/subject/resolve_point.ts";
import { queryOf } from "./query.ts";
import type { RouteEnv, Service } from "../service.ts";

/** `GET /api/photo?lat=&lon=`: a street photo of a property of the loaded counties. The key of the photo service stays here. */
export function photo(service: Service): Handler<RouteEnv> {
  return async function photo(c) {
    requireScopes(c.var.principal, "photo", "read");
    const { lat, lon } = queryOf(c, PhotoQuery);
    if (!service.photos) {
      throw new Fault(
        "not_found",
        "street photos are not set up on this server: its operator sets TWOFLAT_PHOTO_KEY",
      );
    }
    if (!parcelAtPoint(service.snapshot, lat, lon)) {
      throw new Fault(
        "not_found",
        "there is no property of the loaded counties at this point",
      );
    }
    const found = await service.photos.at(lat, lon);
    if (!found) {
      throw new Fault("not_found", "there is no street photo of this point");
    }
    return c.body(found.bytes, 200, {
      "Content-Type": found.type,
      "Cache-Control": "private, max-age=86400",
    });
  };
}
