/** A receiver that misbehaves. */
export interface HostileServer extends Disposable {
  readonly port: number;
  /** Requests that came because a redirect was followed. */
  followed(): number;
}

const encoder = new TextEncoder();

/** What a receiver does with its connection, by the number in the path. */
const WAYS: readonly ((connection: Deno.TcpConn) => Promise<void>)[] = [
  (each) => say(each, "HTTP/1.1 302 Found\r\nLocation: /followed\r\n\r\n"),
  // An endless body.
  async (each) => {
    await say(each, "HTTP/1.1 200 OK\r\n\r\n");
    for (let n = 0; n < 1_000; n++) await say(each, "x".repeat(4_096));
  },
  // One byte at a time.
  async (each) => {
    await say(each, "HTTP/1.1 200 OK\r\n\r\n");
    for (let n = 0; n < 40; n++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await say(each, "x");
    }
  },
  // Nothing at all.
  () => new Promise((resolve) => setTimeout(resolve, 3_000)),
  (each) => say(each, "this is not HTTP\r\n\r\n"),
  // Endless headers.
  async (each) => {
    await say(each, "HTTP/1.1 200 OK\r\n");
    for (let n = 0; n < 1_000; n++) {
      await say(each, `x-${n}: ${"y".repeat(99)}\r\n`);
    }
  },
  // A body larger than it says, and one that is shorter.
  (each) => say(each, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nmore"),
  (each) => say(each, "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nless"),
  (each) => say(each, "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"),
  (each) =>
    say(each, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n"),
  (each) => say(each, "HTTP/1.1 100 Continue\r\n\r\n".repeat(500)),
  // A closed door.
  () => Promise.resolve(),
];

/** Listens on this machine. */
export function hostileServer(): HostileServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let followed = 0;
  const answer = async (connection: Deno.TcpConn) => {
    try {
      const buffer = new Uint8Array(4_096);
      const read = await connection.read(buffer);
      const [, path] = new TextDecoder().decode(buffer.subarray(0, read ?? 0))
        .split(" ");
      if (path === "/followed") followed++;
      else if (path === "/fine") {
        await say(
          connection,
          "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine",
        );
      } else await WAYS[Number(path.slice(1)) % WAYS.length](connection);
    } catch {
      // The client went away, as it should.
    } finally {
      connection.close();
    }
  };
  (async () => {
    for await (const connection of listener) answer(connection);
  })().catch(() => {});
  return {
    port: (listener.addr as Deno.NetAddr).port,
    followed: () => followed,
    [Symbol.dispose]: () => listener.close(),
  };
}

async function say(connection: Deno.TcpConn, text: string): Promise<void> {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) {
    at += await connection.write(bytes.subarray(at));
  }
}
