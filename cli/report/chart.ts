// @ts-types="@types/d3-scale"
import { scaleLinear, scaleLog } from "d3-scale";
import { html } from "@hono/hono/html";

/** Escaped HTML or SVG. */
export type Html = ReturnType<typeof html>;

/** An axis: what it shows, from where to where, and how its ticks are written. */
export interface Axis {
  readonly label: string;
  readonly domain: readonly [number, number];
  readonly write: (value: number) => string;
  /** Equal steps are equal factors. */
  readonly log?: boolean;
  /** About so many ticks; default 5. */
  readonly ticks?: number;
  /** Exactly these ticks. */
  readonly at?: readonly number[];
}

/** Where values stand in a chart. */
export interface Frame {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const WIDTH = 720;
const MARGIN = { top: 12, right: 24, bottom: 44, left: 64 };

function scaleOf({ domain, log }: Axis, from: number, to: number) {
  return (log ? scaleLog() : scaleLinear()).domain(domain).range([from, to]);
}

/**
 * A chart with two axes and a grid. Marks are SVG in the frame's coordinates.
 *
 * @param about what the chart shows, for readers who do not see it
 */
export function chart(
  about: string,
  x: Axis,
  y: Axis,
  marks: (frame: Frame) => Html | readonly Html[],
  options: { readonly height?: number; readonly right?: number } = {},
): Html {
  const { height = 340, right: space = MARGIN.right } = options;
  const left = MARGIN.left, right = WIDTH - space;
  const top = MARGIN.top, bottom = height - MARGIN.bottom;
  const toX = scaleOf(x, left, right), toY = scaleOf(y, bottom, top);
  const frame = { x: toX, y: toY, left, right, top, bottom };
  const at = (axis: Axis, scale: typeof toX) =>
    axis.at ?? scale.ticks(axis.ticks ?? 5);
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${about}">
<g class="grid">${
    at(y, toY).map((value) =>
      html`
        <line x1="${left}" x2="${right}" y1="${toY(value)}" y2="${toY(
          value,
        )}" />
        <text x="${left - 8}" y="${toY(value)}" dy="0.32em"
          text-anchor="end">${y.write(value)}</text>
      `
    )
  }${
    at(x, toX).map((value) =>
      html`
        <line x1="${toX(value)}" x2="${toX(
          value,
        )}" y1="${bottom}" y2="${bottom + 5}" />
        <text x="${toX(value)}" y="${bottom + 18}" text-anchor="middle">${x
          .write(value)}</text>
      `
    )
  }</g>
<text class="label" x="${(left + right) / 2}" y="${
    height - 4
  }" text-anchor="middle">${x.label}</text>
<text class="label" transform="translate(14 ${
    (top + bottom) / 2
  }) rotate(-90)" text-anchor="middle">${y.label}</text>
${marks(frame)}
</svg>`;
}

/** One row of a dot chart: a name, a value and how far it may lie from the truth. */
export interface DotRow {
  readonly name: string;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  /** Told on hovering. */
  readonly title: string;
}

const ROW = 22;
const NAME_WIDTH = 150;

/**
 * Values by name, one a line, with bounds as a bar.
 *
 * @param band values that are fine, shaded
 */
export function dotChart(
  about: string,
  axis: Axis,
  rows: readonly DotRow[],
  band?: { readonly low: number; readonly high: number; readonly name: string },
): Html {
  const top = 8, left = NAME_WIDTH, right = WIDTH - 24;
  const bottom = top + rows.length * ROW;
  const height = bottom + MARGIN.bottom;
  const scale = scaleOf(axis, left, right).clamp(true);
  const middle = (i: number) => top + (i + 0.5) * ROW;
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${about}">
${
    band &&
    html`
      <rect class="band" x="${scale(band.low)}" width="${scale(band.high) -
        scale(band.low)}" y="${top}"
        height="${bottom - top}">
        <title>${band.name}</title>
      </rect>
    `
  }
<g class="grid">${
    scale.ticks(axis.ticks ?? 6).map((value) =>
      html`
        <line x1="${scale(value)}" x2="${scale(
          value,
        )}" y1="${top}" y2="${bottom}" />
        <text x="${scale(value)}" y="${bottom + 18}" text-anchor="middle">${axis
          .write(value)}</text>
      `
    )
  }</g>
<text class="label" x="${(left + right) / 2}" y="${
    height - 4
  }" text-anchor="middle">${axis.label}</text>
${
    rows.map(({ name, value, low, high, title }, i) =>
      html`<g><title>${title}</title><text x="${left - 10}" y="${
        middle(i)
      }" dy="0.32em" text-anchor="end">${name}</text>${
        low !== undefined && high !== undefined
          ? html`
            <line class="bar" x1="${scale(low)}" x2="${scale(
              high,
            )}" y1="${middle(i)}"
              y2="${middle(i)}" />
          `
          : ""
      }<circle class="dot" cx="${scale(value)}" cy="${middle(i)}" r="5"/></g>`
    )
  }
</svg>`;
}

/** A path through points. */
export function line(
  points: readonly (readonly [number, number])[],
  name: string,
): Html {
  const d = points.map(([x, y], i) =>
    `${i === 0 ? "M" : "L"}${x.toFixed(1)},${y.toFixed(1)}`
  ).join("");
  return html`
    <path class="${name}" d="${d}" />
  `;
}
