/** How long a request travels before the service acts on it: resolves when it arrives. */
export type Latency = (operation: string) => Promise<void>;

/** The default: one turn of the microtask queue, so that requests sent together overlap. */
export const atOnce: Latency = () => Promise.resolve();

/** One turn of the event loop: requests overlap that are sent by code which only awaits other promises in between. */
export const oneTurn: Latency = () => new Promise((resolve) => setImmediate(resolve));

/** Where an in-memory service reads the time, in milliseconds since 1970. */
export interface TimeSource {
  now(): number;
}

export const systemTime: TimeSource = { now: () => Date.now() };
