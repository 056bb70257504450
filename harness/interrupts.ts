import { setTimeout as delay } from "node:timers/promises";

/** Resolves when a process has come so far that it handles Ctrl-C itself. */
export async function catchesInterrupt(pid: number): Promise<void> {
  while (!await isCaught(pid)) await delay(50);
}

async function isCaught(pid: number): Promise<boolean> {
  const { stdout } = await new Deno.Command("grep", {
    args: ["SigCgt", `/proc/${pid}/status`],
  }).output();
  const mask = new TextDecoder().decode(stdout).split(":")[1]?.trim();
  if (!mask) {
    throw new Error("the process ended before it could be interrupted");
  }
  return (BigInt(`0x${mask}`) >> 1n & 1n) === 1n;
}
