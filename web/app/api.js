import { sentence } from "./words.js";

/** An answer that is an error: what the server says of it, in its words. */
export class ApiError extends Error {
  constructor(status, problem) {
    const detail = problem.detail ?? problem.error_description ??
      "The server did not answer as it should.";
    // What the server logged under it, a person can report.
    super(
      status >= 500 && problem.request_id
        ? `${sentence(detail)} Request ${problem.request_id}.`
        : detail,
    );
    this.status = status;
    this.code = problem.code ?? "unknown";
    this.field = problem.field;
    this.expected = problem.expected;
  }
}

/** Tries again after a full server, a lost connection or a limit, as long as one may wait, milliseconds. */
const LONGEST_WAIT = 20_000;
const TRIES = 3;

const pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/**
 * Calls the server. Reads are tried again; what changes something carries a key of its own, so
 * that it may be tried again too.
 *
 * @param {string} path
 * @param {{method?: string, body?: unknown, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function call(path, { method = "GET", body, signal } = {}) {
  const headers = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  for (let attempt = 1;; attempt++) {
    let response;
    try {
      response = await fetch(path, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      });
    } catch (error) {
      if (signal?.aborted || attempt >= TRIES) throw error;
      await pause(400 * 2 ** attempt, signal);
      continue;
    }
    if (response.status === 204) return null;
    if (response.ok) return await response.json();
    const problem = await response.json().catch(() => ({}));
    const after = Number(response.headers.get("retry-after")) * 1000;
    const wait = response.status === 429
      ? after
      : response.status === 503
      ? 400 * 2 ** attempt
      : NaN;
    if (!(wait <= LONGEST_WAIT) || attempt >= TRIES) {
      throw new ApiError(response.status, problem);
    }
    await pause(wait + Math.random() * 300, signal);
  }
}

/** A path with those parameters that have a value; lists are joined by commas. */
export function withQuery(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null || value === "") continue;
    if (Array.isArray(value) && value.length === 0) continue;
    query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/**
 * A function that runs only the latest of calls that come close together, and cancels what it
 * began before.
 *
 * @template {unknown[]} A
 * @param {number} delay milliseconds
 * @param {(signal: AbortSignal, ...given: A) => unknown} work
 */
export function latest(delay, work) {
  let timer;
  /** @type {AbortController | undefined} */
  let running;
  function cancel() {
    clearTimeout(timer);
    running?.abort(new DOMException("overtaken", "AbortError"));
  }
  function run(/** @type {A} */ ...given) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running?.abort(new DOMException("overtaken", "AbortError"));
      running = new AbortController();
      work(running.signal, ...given);
    }, delay);
  }
  return Object.assign(run, { cancel });
}
