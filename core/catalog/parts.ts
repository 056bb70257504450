import {
  Alert,
  ChannelDisabled,
  ChannelSetup,
  ChannelType,
  ChannelView,
  DeadLetter,
  MatchReason,
} from "../../contracts/alerts.ts";
import { CustomAssumptions } from "../../contracts/assumptions.ts";
import { AuditEntry } from "../../contracts/audit.ts";
import { ComparedDeal, ComparedProperty } from "../../contracts/compare.ts";
import { BacktestFigures, CoveredSegment } from "../../contracts/coverage.ts";
import {
  ModelVersions,
  Read,
  Strategy,
  Verdict,
  Warning,
} from "../../contracts/envelope.ts";
import { FinancingType } from "../../contracts/financing.ts";
import { EmptyList } from "../../contracts/inventory.ts";
import { ListedType, ListingSort } from "../../contracts/inventory_filters.ts";
import { KeyView } from "../../contracts/keys.ts";
import {
  ListingItem,
  ListingStrategyScore,
} from "../../contracts/listing_item.ts";
import { PinClusters, Pins } from "../../contracts/map_pins.ts";
import { HistoryEvent, ProvenFact } from "../../contracts/property.ts";
import { Report } from "../../contracts/reports.ts";
import { RiskFlag, Severity } from "../../contracts/risk.ts";
import { RunReport, RunStep, RunStepName } from "../../contracts/runs.ts";
import {
  Cadence,
  Channel,
  Favorite,
  Note,
  Preset,
  Profile,
  QuietHours,
  RecordedProperty,
} from "../../contracts/saved_items.ts";
import { Scope } from "../../contracts/scope.ts";
import { Factor, TractStrategyScore } from "../../contracts/scoring.ts";
import { Point, Subject } from "../../contracts/subject.ts";
import { Suggestion } from "../../contracts/suggest.ts";
import {
  Assumed,
  Financing,
  Line,
  MetricRanges,
  Metrics,
  PropertyTaxAnswer,
  Reach,
  RentAnswer,
  ResolvedAssumptions,
  Span,
  Target,
} from "../../contracts/underwriting.ts";
import { UsageRow } from "../../contracts/usage.ts";
import {
  AdjustmentLine,
  Arv,
  Comp,
  Fallback,
  PriorSale,
  Refusal,
  RejectedComp,
  ValuationState,
} from "../../contracts/valuation.ts";
import { WhatIf } from "../../contracts/what_if.ts";

/** Schemas that stand under their names in the OpenAPI document, so that a client has one type of each. */
export const PARTS = {
  AdjustmentLine,
  Alert,
  Arv,
  Assumed,
  AuditEntry,
  BacktestFigures,
  Cadence,
  Channel,
  ChannelDisabled,
  ChannelSetup,
  ChannelType,
  ChannelView,
  Comp,
  ComparedDeal,
  ComparedProperty,
  CoveredSegment,
  CustomAssumptions,
  DeadLetter,
  EmptyList,
  Factor,
  Fallback,
  Favorite,
  Financing,
  FinancingType,
  HistoryEvent,
  KeyView,
  Line,
  ListedType,
  ListingItem,
  ListingSort,
  ListingStrategyScore,
  MatchReason,
  MetricRanges,
  Metrics,
  ModelVersions,
  Note,
  PinClusters,
  Pins,
  Point,
  Preset,
  PriorSale,
  Profile,
  PropertyTaxAnswer,
  ProvenFact,
  QuietHours,
  Reach,
  Read,
  RecordedProperty,
  Refusal,
  RejectedComp,
  RentAnswer,
  Report,
  ResolvedAssumptions,
  RiskFlag,
  RunReport,
  RunStep,
  RunStepName,
  Scope,
  Severity,
  Span,
  Strategy,
  Subject,
  Suggestion,
  Target,
  TractStrategyScore,
  UsageRow,
  ValuationState,
  Verdict,
  Warning,
  WhatIf,
} as const;
