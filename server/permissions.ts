import { dirname, resolve } from "node:path";
import { Fault } from "../contracts/errors.ts";
import type { Config, Environment } from "../core/config.ts";
import { reachableNetworks } from "../core/delivery/public_address.ts";
import type { Feed } from "../core/inventory/reso/feed.ts";
import {
  type CountySources,
  originsOf,
} from "../core/jobs/county/county_sources.ts";
import {
  bucketEndpoint,
  isAddress,
} from "../core/snapshot/published/source.ts";
import { previousOf } from "../core/snapshot/replace.ts";

/** What a server may touch besides its own memory. */
export interface ServerPermissions {
  /** Files and folders. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Addresses to listen on and to connect to. */
  readonly net: readonly string[];
}

/** What the settings do not say. */
export interface Surroundings {
  /** Where the program's own files are. */
  readonly code: readonly string[];
  readonly feeds: readonly Feed[];
  /** Sources of the county that the daily run refreshes. */
  readonly sources?: CountySources;
  readonly env: Environment;
  /** Addresses of the system's name servers. */
  readonly nameServers: readonly string[];
}

/**
 * Returns the least that a server needs with its settings: to write its data folder, to read the
 * files that settings name, and to reach the addresses that they name. Webhooks may go to public
 * addresses of the allowed ports. Where the daily run refreshes the county, it also writes the folder
 * of the snapshot.
 *
 * @throws {Fault} `invalid_params` for a path with a comma, which the runtime cannot name
 */
export function serverPermissions(
  config: Config,
  { code, feeds, sources, env, nameServers }: Surroundings,
): ServerPermissions {
  const snapshot = config.snapshot !== undefined && !isAddress(config.snapshot)
    ? [config.snapshot]
    : [];
  const written = [
    config.dataDir,
    ...storeFolder(config),
    ...(sources ? snapshot.map((at) => dirname(resolve(at))) : []),
  ].map(path);
  const named = [
    ...snapshot.flatMap((at) => [at, previousOf(at)]),
    ...[config.feeds, config.sources, config.outboundCa, config.brandLogo]
      .filter((name) => name !== undefined),
    ...sources?.reference ?? [],
  ].map(path);
  return {
    read: [...code, ...written, ...named],
    write: written,
    net: [
      ...new Set([
        `${bracketed(config.host)}:${config.port}`,
        ...addressesOf(config, feeds, env).map(hostOf),
        ...(sources ? originsOf(sources).map(hostOf) : []),
        ...config.reachable ?? [],
        ...nameServers.map((ip) => `${bracketed(ip)}:53`),
        ...reachableNetworks(config.outboundNetworks).flatMap((network) =>
          config.outboundPorts.map((port) => `${network}:${port}`)
        ),
      ]),
    ],
  };
}

/** Returns the URLs that a server connects to of its own accord. */
function addressesOf(
  config: Config,
  feeds: readonly Feed[],
  env: Environment,
): readonly string[] {
  const { snapshot } = config;
  return [
    config.kvUrl,
    snapshot?.startsWith("s3://")
      ? bucketEndpoint((name) => env[name])
      : snapshot,
    config.telegramToken && config.telegramApi,
    config.photoKey && config.photoUrl,
    config.smtpUrl,
    ...feeds.flatMap(({ url, auth }) => [
      url,
      auth?.type === "client_credentials" ? auth.token_url : undefined,
    ]),
  ].filter((url): url is string =>
    url !== undefined && /^(https?|smtps?):/.test(url)
  );
}

/** Returns host and port of a URL; of a mail server the host, whose name is looked up without a port. */
function hostOf(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  if (protocol.startsWith("smtp")) return hostname;
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

/** The folder of a store that is a file elsewhere. */
function storeFolder({ kvUrl }: Config): readonly string[] {
  return kvUrl === undefined || isAddress(kvUrl) ? [] : [dirname(kvUrl)];
}

function path(name: string): string {
  if (!name.includes(",")) return resolve(name);
  throw new Fault("invalid_params", `${name}: a comma in a path`, {
    field: "path",
    expected: "a path without a comma: permissions are separated by them",
  });
}

const bracketed = (host: string) => host.includes(":") ? `[${host}]` : host;
