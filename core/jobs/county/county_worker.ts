/** Downloads a county's sources and makes a snapshot of them, in a thread of its own; loaded elsewhere it does nothing. */
import * as Comlink from "comlink";
import { join } from "node:path";
import { isCalibrated } from "../../engine/calibration/calibrate.ts";
import { downloadCensus } from "../../ingest/census.ts";
import { downloadCity } from "../../ingest/city_portal.ts";
import { ingestDirectory } from "../../ingest/directory.ts";
import { downloadPortal } from "../../ingest/soda_portal.ts";
import { fitSnapshot } from "../../modeling/fit.ts";
import { readManifest } from "../../snapshot/open.ts";
import { publishSnapshot } from "../../snapshot/published/publish.ts";
import { isAddress, publishedAt } from "../../snapshot/published/source.ts";
import { replaceDirectory } from "../../snapshot/replace.ts";
import {
  type CountySources,
  downloadedSources,
  type SourceName,
} from "./county_sources.ts";

/** What the thread works with. */
export interface CountyTask {
  readonly sources: CountySources;
  /** Directory for downloads, and for the snapshot until it is put in its place. */
  readonly dir: string;
  readonly portalToken?: string;
  readonly censusKey?: string;
}

/** A snapshot that was made and is not in its place yet. */
export interface Candidate {
  readonly dir: string;
  readonly id: string;
  /** Day of the newest valid sale, as YYYY-MM-DD. */
  readonly newestSale: string | null;
  readonly isCalibrated: boolean;
  /** Number of rows by table; empty tables are left out. */
  readonly rows: Readonly<Record<string, number>>;
}

const JOBS = {
  /** Brings a source up to date. Returns the rows that came. */
  async download(name: SourceName, task: CountyTask): Promise<number> {
    const dir = join(task.dir, name);
    const { county, chicago, census } = task.sources;
    switch (name) {
      case "county":
        return fetchedIn(
          await downloadPortal({
            dir,
            baseUrl: county.base_url,
            townships: county.townships,
            where: county.where,
            appToken: task.portalToken,
          }),
        );
      case "chicago":
        return fetchedIn(
          await downloadCity({
            dir,
            baseUrl: chicago?.base_url,
            appToken: task.portalToken,
            now: new Date(),
          }),
        );
      case "census":
        return (await downloadCensus({
          dir,
          key: task.censusKey ?? "",
          apiUrl: census?.api_url,
          tigerUrl: census?.tiger_url,
        })).tracts;
    }
  },
  /** Makes a snapshot of what was downloaded, with its model. */
  async make({ sources, dir }: CountyTask): Promise<Candidate> {
    const [county, ...others] = downloadedSources(sources).map((name) =>
      join(dir, name)
    );
    const out = join(dir, "candidate");
    await ingestDirectory({
      from: [county],
      reference: [...others, ...sources.reference],
      out,
    });
    const { past } = await fitSnapshot(out, {
      priceModel: sources.price_model,
      // One core is left for those who ask.
      workers: Math.max(1, navigator.hardwareConcurrency - 1),
    });
    const { manifest } = await readManifest(out);
    return {
      dir: out,
      id: manifest.id,
      newestSale: manifest.newest_sale,
      isCalibrated: isCalibrated(past.learned),
      rows: Object.fromEntries(
        Object.entries(manifest.tables).map(([name, { rows }]) => [name, rows]),
      ),
    };
  },
  /** Puts a candidate where the servers find it: a directory, or an address. */
  async place(candidate: string, target: string): Promise<void> {
    if (isAddress(target)) {
      const to = publishedAt(target, (name) => Deno.env.get(name));
      await publishSnapshot(candidate, to);
    } else {
      await replaceDirectory(target, (partial) => copyInto(partial, candidate));
    }
    await Deno.remove(candidate, { recursive: true });
  },
};

/** What can be asked of the thread. */
export type CountyJobs = typeof JOBS;

function fetchedIn(reports: readonly { readonly fetched: number }[]): number {
  return reports.reduce((sum, { fetched }) => sum + fetched, 0);
}

async function copyInto(to: string, from: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) {
      await Deno.mkdir(join(to, name));
      await copyInto(join(to, name), join(from, name));
    } else await Deno.copyFile(join(from, name), join(to, name));
  }
}

if ("WorkerGlobalScope" in globalThis) Comlink.expose(JOBS);
