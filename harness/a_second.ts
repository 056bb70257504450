import { setTimeout as delay } from "node:timers/promises";

/**
 * Resolves after a second of this process: ten timers in a row, each as late as the machine is busy.
 * So what takes a few turns of the event loop and less than a second comes first, on any machine.
 */
export async function aSecond(): Promise<void> {
  for (let n = 0; n < 10; n++) await delay(100);
}
