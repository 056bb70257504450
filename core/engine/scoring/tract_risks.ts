import type { FlagStatus } from "../../../contracts/tract.ts";
import { RISK } from "../../../contracts/constants/risk.ts";
import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

/** A risk of a whole tract. */
export interface TractRisk {
  readonly code: string;
  readonly status: FlagStatus;
  readonly reason: string;
  /** Of the tract's recorded homes, 0-1. */
  readonly share: number | null;
  readonly source: string;
}

/** How many of a tract's homes lie in a flood zone or are of vintage stock. */
interface HomeShares {
  readonly flood: Share;
  readonly vintage: Share;
}

interface Share {
  readonly known: number;
  readonly counted: number;
}

/** Flood and vintage counts of every tract with parcels. */
const homeShares: (snapshot: SnapshotData) => ReadonlyMap<string, HomeShares> =
  perSnapshot((snapshot) => {
    const { parcels } = snapshot.tables;
    const counts = new Map<string, number[]>();
    for (let row = 0; row < parcels.rows; row++) {
      const tract = codeAt(parcels.tract, row);
      if (tract === "") continue;
      const count = counts.get(tract) ?? [0, 0, 0, 0];
      counts.set(tract, count);
      const flood = parcels.flood_zone[row];
      if (!Number.isNaN(flood)) count[0]++;
      if (flood > 0) count[1]++;
      const built = parcels.year_built[row];
      if (built > 0) count[2]++;
      if (built < RISK.vintage.old_before) count[3]++;
    }
    return new Map(
      Array.from(counts, ([tract, [known, flood, dated, old]]) => [tract, {
        flood: { known, counted: flood },
        vintage: { known: dated, counted: old },
      }]),
    );
  });

/** What the snapshot says of a tract's risks, and what it does not track there. */
export function tractRisks(
  snapshot: SnapshotData,
  geoid: string,
  inChicago: boolean,
): TractRisk[] {
  const shares = homeShares(snapshot).get(geoid);
  const { old_before } = RISK.vintage;
  const hasCity = inChicago && snapshot.tables.city_records.rows > 0;
  return [
    shareRisk(
      "flood",
      shares?.flood,
      RISK.tract_flood_share,
      "in a FEMA special flood hazard area",
      "FEMA flood zones in the county's parcel universe",
    ),
    shareRisk(
      "vintage_stock",
      shares?.vintage,
      RISK.tract_vintage_share,
      `built before ${old_before}`,
      "the county's building records",
    ),
    {
      code: "distress_proximity",
      status: hasCity ? "unknown" : "not_tracked",
      reason: hasCity
        ? "risk_report counts them around a property"
        : inChicago
        ? "the snapshot holds no city permits, 311 requests or violations"
        : "permits, 311 requests and violations are tracked in Chicago only",
      share: null,
      source: "City of Chicago",
    },
  ];
}

function shareRisk(
  code: string,
  share: Share | undefined,
  least: number,
  what: string,
  source: string,
): TractRisk {
  if (!share || share.known === 0) {
    return {
      code,
      status: "unknown",
      reason: "the snapshot has no parcel of this tract with the fact",
      share: null,
      source,
    };
  }
  const part = share.counted / share.known;
  return {
    code,
    status: part >= least ? "flagged" : "clear",
    reason: `${share.counted} of ${share.known} homes are ${what}`,
    share: part,
    source,
  };
}
