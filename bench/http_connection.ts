/** A request as it goes over the wire. */
export interface Ask {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
}

const LATIN1 = new TextDecoder("latin1");

/**
 * One kept connection that carries one request at a time: as little work as can be, so that what
 * is measured is the server. It asks for no compression.
 */
export class Connection {
  readonly #socket: Deno.Conn;
  readonly #host: string;
  #buffer = new Uint8Array(1 << 16);

  private constructor(socket: Deno.Conn, host: string) {
    this.#socket = socket;
    this.#host = host;
  }

  /** Connects to the server of an `http:` address. */
  static async open(url: string): Promise<Connection> {
    const { host, hostname, port } = new URL(url);
    const socket = await Deno.connect({ hostname, port: Number(port) });
    return new Connection(socket, host);
  }

  /**
   * Sends a request and reads the whole answer.
   *
   * @returns the status
   * @throws {Error} when the server ends the connection
   */
  async send({ method, path, headers = {}, body = "" }: Ask): Promise<number> {
    const bytes = new TextEncoder().encode(body);
    const lines = Object.entries({
      host: this.#host,
      ...headers,
      ...(method === "POST" && { "content-length": String(bytes.length) }),
    }).map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const head = new TextEncoder().encode(
      `${method} ${path} HTTP/1.1\r\n${lines}\r\n`,
    );
    const request = new Uint8Array(head.length + bytes.length);
    request.set(head);
    request.set(bytes, head.length);
    for (let sent = 0; sent < request.length;) {
      sent += await this.#socket.write(request.subarray(sent));
    }
    return await this.#read();
  }

  async #read(): Promise<number> {
    let length = 0;
    let head = "";
    let end = Infinity;
    let isChunked = false;
    while (true) {
      if (length === this.#buffer.length) {
        const larger = new Uint8Array(2 * length);
        larger.set(this.#buffer);
        this.#buffer = larger;
      }
      const read = await this.#socket.read(this.#buffer.subarray(length));
      if (read === null) throw new Error("the server ended the connection");
      length += read;
      if (head === "") {
        const text = LATIN1.decode(this.#buffer.subarray(0, length));
        const at = text.indexOf("\r\n\r\n");
        if (at < 0) continue;
        head = text.slice(0, at);
        isChunked = /^transfer-encoding: *chunked/im.test(head);
        const declared = /^content-length: *(\d+)/im.exec(head)?.[1] ?? 0;
        if (!isChunked) end = at + 4 + Number(declared);
      }
      // No answer follows until the next request, so the last chunk ends what has come.
      const tail = this.#buffer.subarray(length - 7, length);
      if (
        length >= end || isChunked && LATIN1.decode(tail) === "\r\n0\r\n\r\n"
      ) {
        return Number(head.slice(9, 12));
      }
    }
  }

  /** Ends the connection. */
  close(): void {
    this.#socket.close();
  }
}
