import { TerraDraw, TerraDrawPolygonMode } from "terra-draw";
import { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter";

/** Corners beyond which every second one is left out: the API takes a hundred. */
const MOST_CORNERS = 100;

/**
 * Lets a person draw an area.
 *
 * @param {{map: import("maplibre-gl").Map}} stage
 * @param {(corners: [number, number][] | null) => void} onDone told the corners, or null when it was given up
 * @returns what ends it: with the corners of an area, or with null to give it up
 */
export function drawArea({ map }, onDone) {
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map }),
    modes: [new TerraDrawPolygonMode()],
  });
  draw.start();
  draw.setMode("polygon");
  const end = (/** @type {[number, number][] | null} */ corners) => {
    draw.stop();
    onDone(corners);
  };
  draw.on("finish", () => {
    for (const { geometry } of draw.getSnapshot()) {
      if (geometry.type !== "Polygon") continue;
      const ring = /** @type {[number, number][]} */ (
        geometry.coordinates[0].slice(0, -1)
      );
      return end(
        ring.length > MOST_CORNERS ? ring.filter((_, i) => i % 2 === 0) : ring,
      );
    }
  });
  return end;
}
