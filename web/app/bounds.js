/** @import { Bounds, View } from "./first_state.js" */

/** Pixels of a map of the whole world at zoom 0. */
const WORLD = 512;

/**
 * What a map of a size shows; Mercator, so a degree of latitude is longer.
 *
 * @param {View} view
 * @param {{width: number, height: number}} size pixels
 * @returns {Bounds}
 */
export function boundsAround({ lat, lon, zoom }, { width, height }) {
  const degrees = 360 / (WORLD * 2 ** zoom);
  const across = width / 2 * degrees;
  const up = height / 2 * degrees * Math.cos(lat * Math.PI / 180);
  return {
    west: lon - across,
    south: lat - up,
    east: lon + across,
    north: lat + up,
  };
}

/**
 * The zoom at which so many degrees of longitude are as wide as a map.
 *
 * @param {number} degrees
 * @param {number} width pixels
 */
export const zoomAcross = (degrees, width) =>
  Math.log2(width * 360 / (WORLD * degrees));

/**
 * The view a little larger, on a grid: a small move asks nothing.
 *
 * @param {Bounds} bounds
 * @returns {Bounds}
 */
export function rounded({ west, south, east, north }) {
  const step = 10 ** Math.round(Math.log10((east - west) / 8));
  const digits = Math.max(0, -Math.log10(step)) + 1;
  const out = (value, round) =>
    Number((round(value / step) * step).toFixed(digits));
  return {
    west: Math.max(-180, out(west, Math.floor)),
    south: Math.max(-90, out(south, Math.floor)),
    east: Math.min(180, out(east, Math.ceil)),
    north: Math.min(90, out(north, Math.ceil)),
  };
}

/**
 * Whether a box holds another.
 *
 * @param {Bounds} box
 * @param {Bounds} other
 */
export const holds = (box, other) =>
  box.west <= other.west && box.south <= other.south &&
  box.east >= other.east && box.north >= other.north;
