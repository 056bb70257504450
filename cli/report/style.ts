/** The report's style: readable on screen, light and dark, and on paper. */
export const STYLE = `
:root { color-scheme: light dark;
  --paper: #fff; --ink: #1b1f24; --quiet: #5b6571; --rule: #d8dee4;
  --mark: #1f5fa8; --soft: #1f5fa833; --band: #2e7d3222; --bad: #a8321f;
  --c0: #1f5fa8; --c1: #a8561f; --c2: #2e7d32; --c3: #7b3fa0; --c4: #8a6d00; --c5: #00757f; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #14171b; --ink: #e6e9ec; --quiet: #a2abb5; --rule: #343b43;
  --mark: #7fb2ef; --soft: #7fb2ef44; --band: #81c78422; --bad: #ef9a8a;
  --c0: #7fb2ef; --c1: #f0a36b; --c2: #81c784; --c3: #c99be8; --c4: #d9bf55; --c5: #5cc4cd; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
p { max-width: 46rem; margin: .5rem 0; }
.quiet, figcaption { color: var(--quiet); font-size: .9rem; }
.notice { border-left: 4px solid var(--mark); padding: .25rem .9rem; }
.bad { color: var(--bad); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.tiles li { border: 1px solid var(--rule); border-radius: .4rem; padding: .6rem .8rem; }
.tiles b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.tiles small { color: var(--quiet); display: block; }
figure { margin: 1rem 0; }
svg { width: 100%; height: auto; display: block; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .grid text, svg .label { fill: var(--quiet); }
svg .grid line { stroke: var(--rule); }
svg .dot { fill: var(--mark); } svg .bar { stroke: var(--mark); stroke-width: 2; opacity: .55; }
svg .band { fill: var(--band); } svg .point { fill: var(--soft); }
svg .trend { fill: none; stroke: var(--mark); stroke-width: 2.5; }
svg .even { fill: none; stroke: var(--quiet); stroke-dasharray: 4 4; }
svg path[class^=c] { fill: none; stroke-width: 2; }
.c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); } .c2 { stroke: var(--c2); }
.c3 { stroke: var(--c3); } .c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem .25rem 0; text-align: right; vertical-align: top; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th { font-weight: 500; } thead th { border-bottom: 1px solid var(--rule); color: var(--quiet); }
details { margin: .25rem 0 1rem; } summary { cursor: pointer; color: var(--quiet); }
article { border-top: 1px solid var(--rule); padding: .5rem 0 .75rem; break-inside: avoid; }
article ul { margin: .25rem 0; padding-left: 1.2rem; }
@media print { body { max-width: none; padding: 0; font-size: 11pt; } figure, table { break-inside: avoid; } details { display: none; } }
`;
