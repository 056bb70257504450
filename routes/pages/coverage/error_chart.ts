import { html } from "@hono/hono/html";
import type { CoveredSegment } from "../../../contracts/coverage.ts";
import type { Markup } from "../shell.ts";
import { percent, TYPES } from "./words.ts";

const WIDTH = 760;
const LABEL = 210;
const ROW = 22;
const TOP = 26;

/** Each segment's median error as a dot, best first, with the gate as a line. The table has the same figures. */
export function errorChart(
  segments: readonly CoveredSegment[],
  gate: number,
): Markup {
  const rows = segments.flatMap((segment) =>
    segment.figures ? [{ ...segment, error: segment.figures.median_error }] : []
  ).sort((a, b) => a.error - b.error);
  if (rows.length === 0) {
    return html`<p class="empty"><strong>No past sales to test against yet.</strong></p>`;
  }
  const most = Math.max(gate * 2, rows[rows.length - 1].error) * 1.05;
  const x = (error: number) => LABEL + (WIDTH - LABEL - 60) * error / most;
  const height = TOP + rows.length * ROW + 8;
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="Median errors">
      <svg class="errors" role="img" viewBox="${`0 0 ${WIDTH} ${height}`}"
        aria-label="${`Median errors of ${rows.length} segments, from ${
          percent(rows[0].error, 1)
        } to ${percent(rows[rows.length - 1].error, 1)}`}">
    <line class="gate" x1="${x(gate).toFixed(1)}" x2="${x(gate).toFixed(
      1,
    )}" y1="16" y2="${height}"></line><text class="gate" x="${x(gate).toFixed(
      1,
    )}" y="11" text-anchor="middle">gate ${percent(gate)}</text>${rows.map(
      ({ township_name, prop_type, gate, error }, i) => {
        const y = TOP + i * ROW + ROW / 2;
        return html`
          <text x="${LABEL - 12}" y="${y + 4}"
            text-anchor="end">${township_name}, ${TYPES[prop_type] ??
              prop_type}</text>
          <line class="stem" x1="${LABEL}" x2="${x(error).toFixed(1)}" y1="${y}"
            y2="${y}"></line>
          <circle class="${gate}" cx="${x(error).toFixed(
            1,
          )}" cy="${y}" r="5.5"></circle>
          <text class="value" x="${(x(error) + 12).toFixed(1)}" y="${y +
            4}">${percent(error, 1)}</text>
        `;
      },
    )}</svg>
    </div>
  `;
}
