import { DAY_MS } from "../../../contracts/day.ts";
import { html } from "@hono/hono/html";
import type { Usage } from "../../../contracts/usage.ts";
import type { Markup } from "../shell.ts";

const HEIGHT = 60;
const BAR = 10;
const STEP = 14;

/** Calls a day as bars, with the same figures as a table for those who cannot see them. */
export function usageChart(
  { days, total, usage }: Usage,
  id: string,
  now: number,
): Markup {
  const calls = new Map<string, number>();
  for (const row of usage) {
    calls.set(row.day, (calls.get(row.day) ?? 0) + row.calls);
  }
  const series = Array.from({ length: days }, (_, n) => {
    const day = new Date(now - (days - 1 - n) * DAY_MS).toISOString()
      .slice(0, 10);
    return { day, calls: calls.get(day) ?? 0 };
  });
  const most = Math.max(1, ...series.map(({ calls }) => calls));
  const summary =
    `${total.calls} calls and ${total.cost_units} cost units in ${days} days`;
  return html`
    <p>${summary}</p>
    ${total.calls === 0 ? "" : html`
      <svg role="img" aria-label="${`Calls a day of ${id}: ${summary}, at most ${most} a day`}" viewBox="${`0 0 ${
        days * STEP
      } ${HEIGHT}`}" width="100%"
        height="${String(HEIGHT)}">
        ${series.map(({ calls }, n) => {
          const height = calls === 0
            ? 0
            : Math.max(2, Math.round(calls / most * HEIGHT));
          return html`
            <rect x="${String(n * STEP)}" y="${String(
              HEIGHT - height,
            )}" width="${String(BAR)}" height="${String(height)}"
              fill="currentColor"></rect>
          `;
        })}
      </svg>
      <p>${series[0].day} to ${series[days - 1]
        .day}, at most ${most} calls a day</p>
      <details>
        <summary>Calls by day and tool</summary>
        <table>
          <caption>Calls of ${id}, newest day first</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Tool</th>
              <th scope="col">Calls</th>
              <th scope="col">Cost units</th>
            </tr>
          </thead>
          <tbody>
            ${usage.map(({ day, tool, calls, cost_units }) =>
              html`
                <tr>
                  <td>${day}</td>
                  <td>${tool}</td>
                  <td>${calls}</td>
                  <td>${cost_units}</td>
                </tr>
              `
            )}
          </tbody>
        </table>
      </details>
    `}
  `;
}
