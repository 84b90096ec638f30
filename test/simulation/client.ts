import { SECOND_MS } from '#shared/foundation/core/time';
import type { ApiResponse, Asked, api } from './api.ts';
import type { Ledger } from './ledger.ts';
import type { TimeLine } from './time-line.ts';

interface Needs {
  readonly call: ReturnType<typeof api>;
  readonly time: TimeLine;
  readonly random: () => number;
  readonly ledger: Ledger;
  readonly key: string;
}

const MOST_TRIES = 200;
/** A connection that is cut is noticed by then. */
const CUT_MS = 30 * SECOND_MS;

/** A partner's program: comes back with the same `Idempotency-Key` until it has an answer that is one. */
export const client = ({ call, time, random, ledger, key }: Needs) => {
  let requests = 0;
  return async (asked: Omit<Asked, 'key'>): Promise<ApiResponse> => {
    requests += 1;
    const idempotencyKey = `request-${requests}`;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const answered = await call({ ...asked, key, ...(asked.method === 'POST' && { idempotencyKey }) });
      note(ledger, asked, answered);
      if (answered && !asksToComeBack(answered)) return answered;
      await time.after(answered ? waitOf(answered, random) : CUT_MS * random());
    }
    ledger.broken.push(`I14: ${asked.method} ${shapeOf(asked.path)} was never answered`);
    return { status: 0, headers: {}, body: undefined };
  };
};
export type Client = ReturnType<typeof client>;

function note(
  { answers, broken }: Ledger,
  { method, path }: Omit<Asked, 'key'>,
  answered: ApiResponse | undefined,
): void {
  const status = answered?.status ?? 'none';
  answers.set(status, (answers.get(status) ?? 0) + 1);
  if (!answered) return;
  if (answered.status >= 500 && answered.status !== 503)
    broken.push(`I14: ${method} ${shapeOf(path)} answers ${answered.status}`);
  if (answered.status === 503 && answered.headers['retry-after'] === undefined)
    broken.push(`I14: ${method} ${shapeOf(path)} answers 503 without Retry-After`);
}

const asksToComeBack = ({ status, headers, body }: ApiResponse): boolean =>
  [429, 503].includes(status) ||
  (status === 409 && (headers['retry-after'] !== undefined || /try again/.test(JSON.stringify(body))));

const waitOf = ({ headers }: ApiResponse, random: () => number): number =>
  (Number(headers['retry-after'] ?? 1) + random()) * SECOND_MS;

/** With ids as their prefix alone. */
const shapeOf = (path: string): string => path.replace(/_[0-9a-z]{26}/g, '_…').replace(/\?.*/, '');
