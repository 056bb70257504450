import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";

/** How long a test waits for what a page must show, milliseconds: no measure of speed, only an end. */
export const PATIENCE = 180_000;

/**
 * Opens Chromium, headless. For scripts with all permissions: Playwright looks into /proc.
 *
 * @param executablePath see `chromiumPath()`
 */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** What axe finds wrong with a page as it is now: a line each. */
export async function axeProblems(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<axe.AxeResults>(
    `(() => { ${axe.source}; return axe.run(); })()`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html}`)
  );
}
