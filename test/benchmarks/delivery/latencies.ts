/** Milliseconds that these shares of all cases do not pass; between two of them in a straight line. */
type Quantiles = readonly (readonly [share: number, ms: number])[];

/**
 * What the services of AWS take, in milliseconds.
 *
 * `stream`, `bus` and `queue` are from end to end, from the producer's request to the consumer's invocation, as
 * measured with 1,024 messages each in eu-west-1: https://bitesizedserverless.com/bite/serverless-messaging-latency-compared/
 * (September 2022; the bus in February 2023, before AWS made it faster again). P10, P50, P90 and P99 are theirs.
 *
 * The table's are what its promise of single-digit milliseconds means, with tails of our own guessing; a transaction
 * takes two phases. A cold start is a 300 KB bundle on Node 22 with 512 MB. To reach a receiver means a name looked
 * up and a TLS connection made on the same continent; an answer is a receiver that puts the event into a queue.
 */
const LATENCIES = {
  stream: [
    [0, 90],
    [0.1, 118],
    [0.5, 213],
    [0.9, 341],
    [0.99, 552],
    [1, 800],
  ],
  bus: [
    [0, 95],
    [0.1, 113],
    [0.5, 148],
    [0.9, 241],
    [0.99, 387],
    [1, 600],
  ],
  queue: [
    [0, 11],
    [0.1, 13.7],
    [0.5, 16.2],
    [0.9, 33.8],
    [0.99, 105],
    [1, 200],
  ],
  putEvents: [
    [0, 6],
    [0.5, 10],
    [0.9, 18],
    [0.99, 50],
    [1, 100],
  ],
  read: [
    [0, 1.5],
    [0.5, 3],
    [0.9, 6],
    [0.99, 12],
    [1, 40],
  ],
  write: [
    [0, 2.5],
    [0.5, 5],
    [0.9, 9],
    [0.99, 20],
    [1, 60],
  ],
  transaction: [
    [0, 7],
    [0.5, 12],
    [0.9, 22],
    [0.99, 50],
    [1, 120],
  ],
  query: [
    [0, 2.5],
    [0.5, 5],
    [0.9, 9],
    [0.99, 20],
    [1, 60],
  ],
  key: [
    [0, 4],
    [0.5, 8],
    [0.9, 15],
    [0.99, 30],
    [1, 80],
  ],
  coldStart: [
    [0, 280],
    [0.5, 380],
    [0.9, 500],
    [0.99, 750],
    [1, 1_000],
  ],
  reach: [
    [0, 15],
    [0.5, 40],
    [0.9, 90],
    [0.99, 180],
    [1, 400],
  ],
  answer: [
    [0, 20],
    [0.5, 80],
    [0.9, 180],
    [0.99, 600],
    [1, 1_500],
  ],
} as const satisfies Readonly<Record<string, Quantiles>>;

export type Wait = keyof typeof LATENCIES;

/** Draws one wait, in milliseconds. */
export type Draw = (wait: Wait) => number;

export const drawing =
  (random: () => number): Draw =>
  (wait) =>
    valueAt(LATENCIES[wait], random());

function valueAt(quantiles: Quantiles, share: number): number {
  const above = quantiles.findIndex(([at]) => at >= share);
  const [highShare, high] = quantiles[above] ?? [1, 0];
  const [lowShare, low] = quantiles[above - 1] ?? [0, high];
  return highShare === lowShare ? high : low + ((share - lowShare) / (highShare - lowShare)) * (high - low);
}

const OF_OPERATION: Readonly<Record<string, Wait>> = {
  GetItem: 'read',
  BatchGetItem: 'read',
  Query: 'query',
  TransactWriteItems: 'transaction',
  Decrypt: 'key',
  Encrypt: 'key',
  PutEvents: 'putEvents',
};

/** A request's own; whatever else the table does is one write. */
export const waitOf = (operation: string): Wait => OF_OPERATION[operation] ?? 'write';

/** Real time, always: nothing in this benchmark is made to run faster. */
export const passing = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
