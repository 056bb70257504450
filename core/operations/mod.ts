import { saveFavoriteProperty } from "./workspace/save_favorite_property.ts";
import { updateUnderwritingPreset } from "./workspace/update_underwriting_preset.ts";
import { createStrategyProfile } from "./workspace/create_strategy_profile.ts";
import { listSaved } from "./workspace/list_saved.ts";
import { addNote } from "./workspace/add_note.ts";
import { updateMapFilters } from "./workspace/update_map_filters.ts";
import { flyToLocation } from "./workspace/fly_to_location.ts";
import { highlightProperties } from "./workspace/highlight_properties.ts";
import { exportSaved } from "./workspace/export_saved.ts";
import { importSaved } from "./workspace/import_saved.ts";
import { coverage } from "./place/coverage.ts";
import { compareDeals } from "./property/compare_deals.ts";
import { deepUnderwriteAsset } from "./property/deep_underwrite_asset.ts";
import { getComps } from "./property/get_comps.ts";
import { getTractReport } from "./place/get_tract_report.ts";
import { marketPulse } from "./place/market_pulse.ts";
import type { Operation } from "../service/operation.ts";
import { reportValue } from "./property/report_value.ts";
import { getProperty } from "./property/get_property.ts";
import { propertyHistory } from "./property/property_history.ts";
import { suggest } from "./place/suggest.ts";
import { riskReport } from "./property/risk_report.ts";
import { searchInvestmentInventory } from "./inventory/search_investment_inventory.ts";
import { mapPins } from "./inventory/map_pins.ts";
import { viewportContext } from "./place/viewport_context.ts";

/** Everything the service can do, in the order tools are listed. A new operation is one more line here. */
export const OPERATIONS: readonly Operation[] = [
  searchInvestmentInventory,
  getProperty,
  getComps,
  deepUnderwriteAsset,
  compareDeals,
  getTractReport,
  marketPulse,
  riskReport,
  propertyHistory,
  viewportContext,
  mapPins,
  suggest,
  coverage,
  reportValue,
  saveFavoriteProperty,
  updateUnderwritingPreset,
  createStrategyProfile,
  addNote,
  importSaved,
  exportSaved,
  listSaved,
  updateMapFilters,
  flyToLocation,
  highlightProperties,
];
