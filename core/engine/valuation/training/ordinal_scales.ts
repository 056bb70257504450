/**
 * Words of a building's facts and their places in order, by fact: the first word that occurs in
 * the county's text gives the place. Source: the Cook County Assessor's published categories.
 */
export const ORDINAL_SCALES = {
  basement: [
    ["slab", 0],
    ["crawl", 1],
    ["partial", 2],
    ["full", 3],
  ],
  basement_finish: [
    ["unfinished", 0],
    ["apartment", 1],
    ["rec", 1],
  ],
  garage: [
    ["none", 0],
    ["detached", 1],
    ["attached", 2],
    ["built in", 2],
  ],
  site: [
    ["detract", -1],
    ["not relevant", 0],
    ["beneficial", 1],
  ],
  exterior: [
    ["frame + masonry", 2],
    ["frame", 0],
    ["stucco", 1],
    ["masonry", 3],
  ],
  roof: [
    ["shingle", 0],
    ["tar", 1],
    ["slate", 4],
    ["shake", 3],
    ["tile", 5],
    ["other", 2],
  ],
  heating: [
    ["none", -1],
    ["warm air", 0],
    ["hot water", 1],
    ["electric", 2],
  ],
  attic: [["none", 0], ["partial", 1], ["full", 2]],
  porch: [["none", 0], ["enclosed", 1]],
} as const satisfies Record<
  string,
  readonly (readonly [word: string, place: number])[]
>;

/** The Assessor's grades in their order, worst first; they are stored as 1, 2 and 3. */
export const ASSESSOR_GRADES = {
  condition: ["below average", "average", "above average"],
  quality: ["poor", "average", "deluxe"],
} as const;

/** A fact whose words have an order. */
export type OrdinalScale = keyof typeof ORDINAL_SCALES;

/** The place of a text, whatever its case; NaN when no word of the scale occurs in it. */
export function placeOnScale(scale: OrdinalScale, text: string): number {
  const lower = text.toLowerCase();
  return ORDINAL_SCALES[scale].find(([word]) => lower.includes(word))?.[1] ??
    NaN;
}
