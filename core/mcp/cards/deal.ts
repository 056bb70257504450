import { cardPage } from "./page.ts";

const BODY = `
<h1 id="what">Deal</h1>
<p><span class="verdict" id="verdict"></span> <span id="why"></span></p>
<dl id="facts"></dl>
<div id="sliders"></div>
<p class="quiet" id="state"></p>`;

/** Sliders ask the same tool again with other assumptions; the answer draws itself again. */
const SCRIPT = `
const SLIDERS = [
  ["purchase_price", "Price", money, (v) => [v * .6, v * 1.2, 1000]],
  ["rehab_budget", "Rehab", money, (v, a) => [0, Math.max(100000, v * 2), 1000]],
  ["rent_override", "Rent a month", money, (v) => [v * .6, v * 1.5, 25]],
  ["rate", "Rate", (v) => (100 * v).toFixed(2) + "%", () => [.03, .14, .00125]],
  ["down_pct", "Down payment", pct, (v, a) => [v === 1 ? 1 : .05, 1, .01]],
];
let built = false, timer, given = {};
function metric(a, name, text) { const exact = a.metrics && a.metrics[name]; return exact != null ? text(exact) : a.ranges && a.ranges[name] ? span(a.ranges[name], text) : null; }
function draw(a) {
  head(a);
  $("verdict").textContent = a.read.verdict.replace("_", " ") + " as " + a.read.strategy;
  $("verdict").className = "verdict " + a.read.verdict;
  $("why").textContent = a.read.reasons[0] || "";
  const monthly = (v) => money(v / 12);
  const rental = a.strategy !== "flip";
  rows($("facts"), [
    ["Value", a.values ? span(a.values.after_repair, money) : "none: " + a.state],
    ["Cash flow", (metric(a, "cash_flow", monthly) || "unknown") + " a month"],
    ["Cash needed", metric(a, "cash_needed", money)],
    ["DSCR", rental ? metric(a, a.strategy === "brrrr" ? "brrrr_dscr" : "dscr", ratio) || metric(a, "dscr", ratio) : null],
    ["Return", a.strategy === "flip" ? metric(a, "flip_net_profit", money) : metric(a, a.strategy === "brrrr" ? "brrrr_cash_on_cash" : "cash_on_cash", pct)],
    ["Works at", a.targets.map((t) => t.label + ": " + (t.reach === "within_reach" ? span(t.price, money) : t.note)).join("; ") || null],
    ["Biggest risk", a.risk.biggest ? a.risk.biggest.label : "none found where there was data"],
  ]);
  if (!built) build(a);
}
function build(a) {
  built = true;
  given = { ...((input && input.custom_assumptions) || {}) };
  for (const [name, label, text, bounds] of SLIDERS) {
    const value = a.assumptions[name].value;
    if (value == null) continue;
    const [min, max, step] = bounds(value, a);
    const row = make("label"); const range = make("input"); const out = make("output", text(value));
    Object.assign(range, { type: "range", min, max, step, value });
    range.setAttribute("aria-label", label);
    range.addEventListener("input", () => { out.textContent = text(+range.value); given[name] = +range.value; clearTimeout(timer); timer = setTimeout(() => again(a), 250); });
    row.append(make("span", label), range, out); $("sliders").append(row);
  }
}
async function again(first) {
  $("state").textContent = "computing";
  const { custom_assumptions, price, rehab, rent, rate, units, ...rest } = input || {};
  const named = first.subject.property_id ? { property_id: first.subject.property_id } : rest;
  try {
    const result = await ask("tools/call", { name: "deep_underwrite_asset", arguments: { ...named, strategy: first.strategy, custom_assumptions: given } });
    $("state").textContent = result.isError ? (result.content || []).map((c) => c.text).join(" ") : "";
    if (!result.isError) { draw(result.structuredContent); resized(); }
  } catch (error) { $("state").textContent = error.message; }
}`;

/** The deal with its verdict, and sliders for what a buyer can change. */
export const DEAL_CARD: string = cardPage("Deal", BODY, SCRIPT);
