/** A port of the loopback address that is free at the moment. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Waits until a program that was just started listens; rejects when it ends first. */
export async function listening(
  port: number,
  child: Deno.ChildProcess,
): Promise<void> {
  let ended = false;
  child.status.then(() => ended = true);
  for (;;) {
    try {
      return (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    } catch (error) {
      if (ended) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
