import { saveFavoriteProperty } from "./save_favorite_property.ts";
import { updateUnderwritingPreset } from "./update_underwriting_preset.ts";
import { createStrategyProfile } from "./create_strategy_profile.ts";
import { addNote } from "./add_note.ts";
import { updateMapFilters } from "./update_map_filters.ts";
import { flyToLocation } from "./fly_to_location.ts";
import { highlightProperties } from "./highlight_properties.ts";
import { coverage } from "./coverage.ts";
import { deepUnderwriteAsset } from "./deep_underwrite_asset.ts";
import { getComps } from "./get_comps.ts";
import { getTractReport } from "./get_tract_report.ts";
import { marketPulse } from "./market_pulse.ts";
import type { Operation } from "./operation.ts";
import { riskReport } from "./risk_report.ts";
import { searchInvestmentInventory } from "./search_investment_inventory.ts";
import { viewportContext } from "./viewport_context.ts";

/** Everything the service can do, in the order tools are listed. A new operation is one more line here. */
export const OPERATIONS: readonly Operation[] = [
  searchInvestmentInventory,
  getComps,
  deepUnderwriteAsset,
  getTractReport,
  marketPulse,
  riskReport,
  viewportContext,
  coverage,
  saveFavoriteProperty,
  updateUnderwritingPreset,
  createStrategyProfile,
  addNote,
  updateMapFilters,
  flyToLocation,
  highlightProperties,
];
