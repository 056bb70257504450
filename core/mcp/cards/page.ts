/** Look of the cards: the host's light or dark. */
const STYLE = `
:root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; }
body { margin: 0; padding: 14px 16px; color: CanvasText; background: Canvas; }
h1 { font-size: 15px; margin: 0 0 2px; }
p { margin: 4px 0; }
.quiet { opacity: .7; font-size: 12px; }
.verdict { display: inline-block; padding: 2px 10px; border-radius: 10px; font-weight: 600; color: #fff; background: #667; }
.pursue { background: #18794e; } .screen { background: #946800; } .skip { background: #b3261e; }
dl { display: grid; grid-template-columns: 8.5em 1fr; gap: 3px 10px; margin: 10px 0; }
dt { opacity: .7; } dd { margin: 0; font-variant-numeric: tabular-nums; }
label { display: grid; grid-template-columns: 8.5em 1fr 7em; gap: 10px; align-items: center; margin: 3px 0; }
output { text-align: right; font-variant-numeric: tabular-nums; }
input[type=range] { width: 100%; accent-color: #2f6f9f; }
table { border-collapse: collapse; width: 100%; font-size: 12.5px; }
th { text-align: left; font-weight: 600; opacity: .7; }
th, td { padding: 3px 8px 3px 0; border-bottom: 1px solid #8884; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
svg { display: block; width: 100%; height: auto; border: 1px solid #8884; border-radius: 6px; margin: 8px 0; }
`;

/** How a card talks with its host (MCP Apps, 2026-01-26), and how it writes figures. */
const HOST = `
const $ = (id) => document.getElementById(id);
const make = (tag, text, cls) => { const e = document.createElement(tag); if (text != null) e.textContent = text; if (cls) e.className = cls; return e; };
const money = (v) => v == null ? "-" : v.toLocaleString("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const pct = (v) => v == null ? "-" : (100 * v).toFixed(1) + "%";
const ratio = (v) => v == null ? "-" : v.toFixed(2);
const span = (s, text) => !s ? "unknown" : s.low === s.high ? text(s.low) : s.low == null ? "up to " + text(s.high) : s.high == null ? text(s.low) + " or more" : text(s.low) + " to " + text(s.high);
let next = 1; const waiting = new Map();
const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const ask = (method, params) => new Promise((resolve, reject) => { const id = next++; waiting.set(id, { resolve, reject }); post({ id, method, params }); });
const resized = () => post({ method: "ui/notifications/size-changed", params: { width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight } });
addEventListener("message", ({ data, source }) => {
  if (source !== parent || !data || data.jsonrpc !== "2.0") return;
  if (data.id != null && waiting.has(data.id)) { const { resolve, reject } = waiting.get(data.id); waiting.delete(data.id); data.error ? reject(new Error(data.error.message)) : resolve(data.result); return; }
  if (data.method === "ui/notifications/tool-input") input = data.params.arguments || {};
  if (data.method === "ui/notifications/tool-result") show(data.params);
  if (data.method === "ui/resource-teardown") post({ id: data.id, result: {} });
});
let input = {};
ask("ui/initialize", { appInfo: { name: "twoflat-card", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" })
  .then(() => post({ method: "ui/notifications/initialized" }));
function show(result) {
  const answer = result.structuredContent;
  if (!answer || result.isError) { document.body.replaceChildren(make("p", (result.content || []).map((c) => c.text).join(" "))); return resized(); }
  draw(answer); resized();
}
function head(answer) {
  const s = answer.subject;
  $("what").textContent = [s.address || s.property_id || "This point", s.city].filter(Boolean).join(", ");
  $("foot").textContent = "As of " + answer.as_of + ". " + (answer.warnings || []).map((w) => w.message).join(" ") + " " + answer.disclosure;
}
function rows(list, pairs) { list.replaceChildren(...pairs.filter(([, v]) => v != null).flatMap(([k, v]) => [make("dt", k), make("dd", v)])); }
`;

/** Returns a card as one document that loads nothing. */
export function cardPage(title: string, body: string, script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body>${body}<p class="quiet" id="foot"></p><script>${HOST}${script}</script></body></html>`;
}
