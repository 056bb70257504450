import { MODEL_CONFIG, type ModelConfig } from "../core/engine/model_config.ts";

type Node = Record<string, unknown>;

/** The arguments of the command line that set a hyperparameter, as `comps.modelWeight.sfh=3`. */
export const SET: readonly string[] = Deno.args.filter((arg) =>
  arg.includes("=")
);

/**
 * Returns the model config with some hyperparameters changed.
 *
 * @param settings as `path=value`
 * @throws {Error} where there is no such hyperparameter
 */
export function configWith(settings: readonly string[]): ModelConfig {
  const config = structuredClone(MODEL_CONFIG);
  for (const setting of settings) {
    const [path, text] = setting.split("=");
    const names = path.split(".");
    const last = names.pop()!;
    const at = names.reduce<Node | undefined>(
      (node, name) => node?.[name] as Node | undefined,
      config as unknown as Node,
    );
    if (at?.[last] === undefined) throw new Error(`no hyperparameter ${path}`);
    at[last] = typeof at[last] === "number" ? Number(text) : text;
  }
  return config;
}
