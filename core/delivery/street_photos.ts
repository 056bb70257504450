import { DAY_MS } from "../../contracts/day.ts";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { Fault } from "../../contracts/errors.ts";

/** A picture as it came. */
export interface StreetPhoto {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Media type. */
  readonly type: string;
}

/** Photos of what one sees from the street. */
export interface StreetPhotos {
  /**
   * Returns the photo at a position; null where there is none.
   *
   * @throws {Fault} `upstream_unavailable` when the service does not answer as it should
   */
  at(lat: number, lon: number): Promise<StreetPhoto | null>;
  /** Returns false where it is known that there is no photo. */
  has(lat: number, lon: number): boolean;
}

/** Where the photos come from. */
export interface StreetPhotosOptions {
  /** Origin of the service. */
  readonly url: string;
  readonly key: string;
}

/** Pixels of a photo: the most that the service gives without a premium plan is 640 a side. */
const SIZE = "640x400";

/** Largest photo taken, bytes. */
const MAX_BYTES = 1_000_000;

/** Milliseconds to wait for an answer. */
const TIMEOUT = 8_000;

/** Photos kept in memory, bytes; each for a day. */
const KEPT_BYTES = 48_000_000;
const KEPT_MS = DAY_MS;

/** Positions known to have no photo that are remembered. */
const KEPT_MISSES = 50_000;

/** Answer of the metadata request, as far as it is read. */
const Metadata = z.object({ status: z.string() });

/**
 * Returns photos of the Street View Static API. The metadata is asked first, which costs nothing
 * and tells whether there is a photo (developers.google.com/maps/documentation/streetview).
 */
export function streetPhotos(
  { url, key }: StreetPhotosOptions,
): StreetPhotos {
  const photos = new LRUCache<string, StreetPhoto>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
    ttl: KEPT_MS,
  });
  const misses = new LRUCache<string, true>({ max: KEPT_MISSES, ttl: KEPT_MS });
  const asked = new Map<string, Promise<StreetPhoto | null>>();
  const ask = async (path: string, query: Record<string, string>) => {
    const target = new URL(path, url);
    target.search = String(new URLSearchParams({ ...query, key }));
    try {
      return await fetch(target, {
        signal: AbortSignal.timeout(TIMEOUT),
        redirect: "error",
      });
    } catch {
      // The error of fetch names the address, and with it the key.
      throw unavailable("does not answer");
    }
  };
  const fetchPhoto = async (location: string): Promise<StreetPhoto | null> => {
    const about = await ask("/maps/api/streetview/metadata", {
      location,
      source: "outdoor",
    });
    const { data } = Metadata.safeParse(await jsonOf(about));
    if (data?.status === "ZERO_RESULTS" || data?.status === "NOT_FOUND") {
      misses.set(location, true);
      return null;
    }
    if (data?.status !== "OK") throw unavailable("refuses");
    const answer = await ask("/maps/api/streetview", {
      location,
      source: "outdoor",
      size: SIZE,
      return_error_code: "true",
    });
    const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
    if (!answer.ok || !/^image\/(jpeg|png|webp)$/.test(type)) {
      await answer.body?.cancel();
      throw unavailable("sent no picture");
    }
    const photo = { bytes: await bytesOf(answer), type };
    photos.set(location, photo);
    return photo;
  };
  return {
    has: (lat, lon) => !misses.has(locationOf(lat, lon)),
    async at(lat, lon) {
      const location = locationOf(lat, lon);
      const known = photos.get(location);
      if (known) return known;
      if (misses.has(location)) return null;
      let answer = asked.get(location);
      if (!answer) {
        answer = fetchPhoto(location).finally(() => asked.delete(location));
        asked.set(location, answer);
      }
      return await answer;
    },
  };
}

/** Positions a meter apart share a photo. */
function locationOf(lat: number, lon: number): string {
  return `${lat.toFixed(5)},${lon.toFixed(5)}`;
}

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await bytesOf(answer)));
  } catch {
    return null;
  }
}

/** A body of at most `MAX_BYTES`. */
async function bytesOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of answer.body ?? []) {
      size += part.length;
      if (size > MAX_BYTES) {
        throw unavailable("sent a picture that is too large");
      }
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof Fault ? error : unavailable("broke off");
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function unavailable(what: string): Fault {
  return new Fault("upstream_unavailable", `the photo service ${what}`);
}
