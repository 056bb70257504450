/** @import { Event } from "../../contracts/events.ts" */

/** Without a sign of life for so long, a connection counts as lost, milliseconds: two heartbeats and some. */
const SILENT_MS = 35_000;
const LONGEST_PAUSE = 30_000;

/**
 * Follows the caller's event log and survives what happens to connections: full servers, restarts,
 * sleep, networks that change. Every event comes once and in order.
 *
 * @param {{since: number, onEvent: (event: Event) => void, onState: (state: string) => void}} options
 * @returns what ends it
 */
export function followEvents({ since, onEvent, onState }) {
  let seq = since;
  let ended = false;
  /** @type {AbortController | undefined} */
  let connection;
  let heardAt = performance.now();
  let failures = 0;
  let wakeUp = () => {};

  async function run() {
    while (!ended) {
      connection = new AbortController();
      heardAt = performance.now();
      try {
        await readOnce(connection.signal);
        failures = 0;
      } catch (error) {
        if (error instanceof Refused) {
          onState("refused");
          return;
        }
        failures++;
      }
      if (ended) return;
      onState("waiting");
      const most = Math.min(LONGEST_PAUSE, 500 * 2 ** failures);
      await new Promise((resolve) => {
        wakeUp = () => resolve(undefined);
        setTimeout(resolve, most * (0.5 + Math.random() / 2));
      });
    }
  }

  async function readOnce(signal) {
    const response = await fetch(`/api/events?client=map&since=${seq}`, {
      headers: { accept: "text/event-stream" },
      signal,
    });
    if (response.status === 401 || response.status === 403) {
      throw new Refused();
    }
    if (!response.ok) throw new Error(`status ${response.status}`);
    onState("open");
    failures = 0;
    if (!response.body) throw new Error("no body");
    const reader = response.body.pipeThrough(new TextDecoderStream())
      .getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      heardAt = performance.now();
      text += value;
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) take(frame);
    }
  }

  function take(frame) {
    const data = frame.split("\n").filter((line) => line.startsWith("data: "))
      .map((line) => line.slice(6)).join("\n");
    if (data === "") return;
    const event = JSON.parse(data);
    // After a cut an event may come again; it counts once.
    if (event.seq <= seq) return;
    seq = event.seq;
    onEvent(event);
  }

  /** A machine that slept, or came back online, does not wait for the pause to end. */
  function look() {
    if (performance.now() - heardAt > SILENT_MS) connection?.abort();
    wakeUp();
  }

  const watch = setInterval(() => {
    if (performance.now() - heardAt > SILENT_MS) connection?.abort();
  }, 5_000);
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  run();
  return () => {
    ended = true;
    clearInterval(watch);
    removeEventListener("online", look);
    document.removeEventListener("visibilitychange", look);
    connection?.abort();
    wakeUp();
  };
}

/** The server knows the browser and does not let it follow. */
class Refused extends Error {}
