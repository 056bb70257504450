import { bin, type Finding, found, run, SCRATCH, SUITES } from "./run.ts";

/** Redocly's strictest rules; those left out are told in docs/conformance.md. */
export async function redocly(): Promise<Finding> {
  await Deno.copyFile(`${SUITES}/redocly.yaml`, `${SCRATCH}/redocly.yaml`);
  const ran = await run(bin("redocly"), ["lint", "openapi.json"]);
  return found(ran, /is valid|You have .* warnings?/g);
}

/** Every rule of Spectral, with every severity a failure. */
export async function spectral(): Promise<Finding> {
  await Deno.copyFile(`${SUITES}/spectral.yaml`, `${SCRATCH}/.spectral.yaml`);
  const ran = await run(bin("spectral"), [
    "lint",
    "--fail-severity",
    "hint",
    "openapi.json",
  ]);
  return found(ran, /No results.*/g);
}
