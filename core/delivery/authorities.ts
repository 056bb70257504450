import { invalidParams } from "../../contracts/errors.ts";

const SETTING = "TWOFLAT_OUTBOUND_CA";

/**
 * Reads the certificate authorities of an operator's own receivers.
 *
 * @param path a PEM file; undefined where none is named
 * @throws {Fault} `invalid_params` where it cannot be read, or holds no certificate
 */
export async function readAuthorities(
  path: string | undefined,
): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const text = await Deno.readTextFile(path).catch((cause) => {
    throw unusable(`cannot read ${path}: ${cause.name}`);
  });
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw unusable(`${path} holds no certificate`);
  }
  return text;
}

function unusable(why: string) {
  return invalidParams(
    SETTING,
    "the path of a PEM file of certificates",
    `${SETTING}: ${why}`,
  );
}
