import { html } from "@hono/hono/html";
import { VERDICTS } from "../../contracts/envelope.ts";
import type { PropertyOutput } from "../../contracts/property.ts";
import { dollars, percent } from "../../core/engine/figures.ts";
import { titledAddress, typeNoun } from "../../core/engine/words.ts";

/** Size of a share image, pixels: what messengers and networks expect. */
const WIDTH = 1200;
const HEIGHT = 630;

/** Characters of a line of the title and of the small print. */
const TITLE_CHARACTERS = 34;
const PRINT_CHARACTERS = 112;

/**
 * Returns a property's share image as SVG. Whatever its address holds is text in it: markup is
 * escaped, control and direction characters are left out, long lines are cut.
 */
export function shareImage(answer: PropertyOutput): string {
  const { title, facts, figures, cut, print } = textsOf(answer);
  const svg = html`
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"
      width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="t"
      font-family="Inter, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif">
    <title id="t">${title.join(" ")}</title>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#f6f4ef"/>
    <rect width="${WIDTH}" height="14" fill="#a03f26"/>
    <g fill="#1c1a17">
    <path transform="translate(64 52) scale(1.9)" d="M3 21V5l2-2h14l2 2v16h-6v-4h-4v4zM6 6v4h6V6zm9 0v4h3V6zM6 12.5v4h3v-4zm9 0v4h3v-4z"/>
    <text x="120" y="86" font-size="30" font-weight="700">Twoflat</text>
    ${answer.warnings.some(({ code }) => code === "synthetic_data")
      ? html`
        <text x="${WIDTH - 64}" y="86" font-size="26" text-anchor="end"
          fill="#875300">Demo data: homes and prices are synthetic</text>
      `
      : ""}
    ${title.map((line, at) =>
      html`
        <text x="64" y="${176 +
          at * 66}" font-size="56" font-weight="700">${line}</text>
      `
    )}<text x="64" y="${176 +
      title.length * 62}" font-size="26" fill="#5a554c">${facts}</text>
    </g>
    ${figures.map(([label, value], at) => {
      const x = COLUMNS[at];
      return html`
        <text x="${x}" y="402" font-size="22" fill="#5a554c">${label}</text>
        <text x="${x}" y="442" font-size="${at === 1
          ? 32
          : 34}" font-weight="700"
          fill="${at === 2
            ? VERDICT_COLORS[answer.read.verdict]
            : "#1c1a17"}">${value}</text>
      `;
    })}<text x="64" y="490" font-size="22" fill="#94372b">${cut}</text>
    <line x1="64" y1="512" x2="${WIDTH - 64}" y2="512" stroke="#dcd7cc"/>
    ${print.map((line, at) =>
      html`
        <text x="64" y="${542 +
          at * 23}" font-size="18" fill="#5a554c">${line}</text>
      `
    )}</svg>
  `;
  return String(svg);
}

/** What the image says, in lines that fit. */
function textsOf(answer: PropertyOutput) {
  const { subject, listing, under_contract, valuation, read } = answer;
  const place = [subject.city && titledAddress(subject.city), subject.zip]
    .filter(Boolean).join(" ");
  const title = lines(
    plain(
      titledAddress(subject.address ?? subject.property_id ?? "Property"),
    ),
    TITLE_CHARACTERS,
    2,
  );
  const facts = [
    place,
    typeNoun(subject.prop_type),
    listing?.units != null && listing.units > 1 && `${listing.units} units`,
    listing?.bedrooms != null && `${listing.bedrooms} bedrooms`,
    listing?.sqft != null && `${listing.sqft.toLocaleString("en-US")} sq ft`,
    listing?.year_built != null && `built ${listing.year_built}`,
  ].filter(Boolean).join(" · ");
  const span = (low: number, high: number) =>
    `${dollars(low)} to ${dollars(high)}`;
  const range = valuation?.arv
    ? [
      "Value range",
      span(valuation.arv.conservative, valuation.arv.aggressive),
    ] as const
    : valuation?.fallback
    ? [
      "Range, no value",
      span(valuation.fallback.low, valuation.fallback.high),
    ] as const
    : ["Value range", "No value shown"] as const;
  const figures: readonly (readonly [string, string])[] = [
    listing
      ? ["List price", dollars(listing.list_price)]
      : under_contract
      ? ["Under contract", dollars(under_contract.list_price)]
      : ["List price", "Not for sale"],
    range,
    [
      `Verdict, ${STRATEGIES[read.strategy]}`,
      VERDICTS[read.verdict].name,
    ],
    [
      "Risk",
      answer.risk.score === null
        ? "Unknown"
        : `${Math.round(answer.risk.score)} of 100`,
    ],
  ];
  const cut = listing?.price_cut == null
    ? ""
    : `Price cut by ${percent(listing.price_cut, 1)}`;
  const print = lines(plain(answer.disclosure), PRINT_CHARACTERS, 4);
  return {
    title,
    facts: lines(plain(facts), 86, 1)[0] ?? "",
    figures,
    cut,
    print,
  };
}

const STRATEGIES = {
  flip: "flip",
  brrrr: "BRRRR",
  hold: "rental",
  section8: "Section 8",
} as const;

/** Where the figures stand. */
const COLUMNS = [64, 290, 730, 970] as const;

const VERDICT_COLORS = {
  pursue: "#17693f",
  screen: "#875300",
  skip: "#94372b",
  no_read: "#5a554c",
} as const;

/** Text without what is no letter: control characters, which XML forbids, and marks that turn the direction of what follows. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu, " ")
    .replace(/\s+/g, " ").trim();
}

/** Text in lines of at most so many characters; what does not fit ends in an ellipsis. */
function lines(text: string, most: number, count: number): string[] {
  const found: string[] = [];
  let rest = text;
  while (rest !== "" && found.length < count) {
    const isLast = found.length === count - 1;
    const characters = [...rest];
    if (characters.length <= most) {
      found.push(rest);
      break;
    }
    const room = characters.slice(0, most).join("");
    if (isLast) {
      found.push(`${[...room].slice(0, most - 1).join("").trimEnd()}…`);
      break;
    }
    const space = room.lastIndexOf(" ");
    const line = space > most / 3 ? room.slice(0, space) : room;
    found.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return found;
}
