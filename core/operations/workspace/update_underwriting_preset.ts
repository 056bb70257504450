import { Fault, invalidParams } from "../../../contracts/errors.ts";
import { updateUnderwritingPreset as contract } from "../../../contracts/operations/update_underwriting_preset.ts";
import type { PresetInput, PresetOutput } from "../../../contracts/saved.ts";
import type { Operation } from "../../service/operation.ts";
import type { Items } from "../../store/saved/saved.ts";
import { NO_PRESET } from "../../service/preset.ts";
import { mutate } from "../../service/workspace.ts";

/** Keeps assumptions under a name. */
export const updateUnderwritingPreset: Operation<
  typeof PresetInput,
  typeof PresetOutput
> = {
  contract,
  async run(context, input) {
    const { name, assumptions, make_default, remove } = input;
    if (name === NO_PRESET && !remove) {
      throw invalidParams(
        "name",
        `another name than ${NO_PRESET}, which stands for no preset`,
      );
    }
    return await mutate(context, contract, input, async (items, at) => {
      const known = await items.find("presets", name);
      const kept = assumptions ?? known?.assumptions;
      if (!kept || (remove && !known)) {
        throw new Fault("not_found", "there is no preset of this name", {
          field: "name",
          expected: "a preset of yours, or assumptions for a new one",
        });
      }
      if (remove) {
        await items.remove("presets", name);
        if (known?.is_default) await items.remove("defaults", "preset");
        return { kind: "preset_updated", data: { name, removed: true } };
      }
      const preset = {
        name,
        assumptions: kept,
        is_default: make_default ?? known?.is_default ?? false,
        updated_at: at,
      };
      if (make_default) await makeDefault(items, name);
      else if (known?.is_default && !preset.is_default) {
        await items.remove("defaults", "preset");
      }
      await items.put("presets", name, preset);
      return { kind: "preset_updated", data: preset };
    });
  },
  summary: ({ data, seq }) =>
    `${
      "removed" in data ? "Removed" : "Saved"
    } the preset ${data.name} (event ${seq}).`,
};

/** At most one preset is the default: the one before no longer is. */
async function makeDefault(items: Items, name: string): Promise<void> {
  const before = await items.find("defaults", "preset");
  const other = before && before.name !== name
    ? await items.find("presets", String(before.name))
    : null;
  if (other) {
    await items.put("presets", String(other.name), {
      ...other,
      is_default: false,
    });
  }
  await items.put("defaults", "preset", { name });
}
