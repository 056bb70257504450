import { cardPage } from "./page.ts";

const BODY = `
<h1 id="what">Value</h1>
<p id="value"></p>
<dl id="facts"></dl>
<svg id="map" viewBox="0 0 320 200" role="img" aria-label="the property and its comparable sales"></svg>
<table id="comps"></table>`;

/** A map of dots to scale, the subject in its middle: no tiles, no network. */
const SCRIPT = `
const NS = "http://www.w3.org/2000/svg";
const shape = (tag, attrs, title) => { const e = document.createElementNS(NS, tag); for (const k in attrs) e.setAttribute(k, attrs[k]); if (title) { const t = document.createElementNS(NS, "title"); t.textContent = title; e.append(t); } return e; };
function draw(a) {
  head(a);
  $("value").textContent = a.arv
    ? money(a.arv.conservative) + " to " + money(a.arv.aggressive)
    : a.fallback ? "No value; in its place " + money(a.fallback.low) + " to " + money(a.fallback.high) : "No value";
  $("value").style.fontSize = "18px";
  rows($("facts"), [
    ["Middle", a.arv ? money(a.arv.base) : null],
    ["Confidence", a.confidence == null ? null : Math.round(a.confidence) + " of 100"],
    ["State", a.state],
    ["Why", a.refusal ? a.refusal.reason + ". What would change it: " + a.refusal.fix : a.state_reasons[0]],
    ["Comps", a.search.accepted + " counted within " + (a.search.radius_m / 1609.344).toFixed(1) + " miles and " + a.search.months + " months"],
  ]);
  const { lat, lon } = a.subject;
  const near = a.comps.filter((c) => c.lat != null);
  $("map").style.display = lat == null || near.length === 0 ? "none" : "block";
  if (lat != null && near.length > 0) {
    const kx = Math.cos(lat * Math.PI / 180) * 111320, ky = 110540;
    const at = (c) => [(c.lon - lon) * kx, (c.lat - lat) * ky];
    const far = Math.max(200, ...near.map((c) => Math.hypot(...at(c))));
    const scale = 88 / far;
    $("map").replaceChildren(
      shape("circle", { cx: 160, cy: 100, r: 88, fill: "none", stroke: "currentColor", "stroke-opacity": .25 }),
      ...near.map((c, i) => { const [x, y] = at(c); return shape("circle", { cx: 160 + x * scale, cy: 100 - y * scale, r: 4 + 6 * c.similarity, fill: "#2f6f9f", "fill-opacity": .75 }, (i + 1) + ". " + (c.address || c.property_id) + " " + money(c.adjusted_price)); }),
      ...near.map((c, i) => { const [x, y] = at(c); const t = shape("text", { x: 160 + x * scale, y: 103 - y * scale, "text-anchor": "middle", "font-size": 8, fill: "#fff" }); t.textContent = i + 1; return t; }),
      shape("path", { d: "M160 92l7 12h-14z", fill: "#b3261e" }, "the property"),
      Object.assign(shape("text", { x: 8, y: 192, "font-size": 9, fill: "currentColor", "fill-opacity": .7 }), { textContent: "circle: " + (far / 1609.344).toFixed(2) + " miles" }),
    );
  }
  const table = $("comps");
  const row = (cells, tag) => { const tr = make("tr"); cells.forEach((c, i) => tr.append(make(tag, c, i > 1 ? "n" : ""))); return tr; };
  table.replaceChildren(
    row(["", "Comparable sale", "Sold", "Price", "Adjusted"], "th"),
    ...a.comps.map((c, i) => row([i + 1, c.address || c.property_id, c.sale_date, money(c.sale_price), money(c.adjusted_price)], "td")),
  );
  table.style.display = a.comps.length ? "" : "none";
}`;

/** The value with the comps it rests on, on a map. */
export const VALUE_CARD: string = cardPage("Value", BODY, SCRIPT);
