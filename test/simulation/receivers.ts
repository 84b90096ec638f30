import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { WebhookOutcome, WebhookRequest } from '#shared/webhooks/delivery/ports';
import type { Answer, Received } from '#test/support/event-path/receiver';
import type { TimeLine } from './time-line.ts';

/** How a partner's receiver is today. */
export type Mood =
  | { readonly kind: 'fine' }
  | { readonly kind: 'flaky'; readonly fails: number }
  | { readonly kind: 'down'; readonly until: number }
  | { readonly kind: 'dead' };

/** Nearly half are fine, and one in eight never answers well. */
export function drawnMood(random: () => number, now: number): Mood {
  const drawn = random();
  if (drawn < 0.45) return { kind: 'fine' };
  if (drawn < 0.7) return { kind: 'flaky', fails: 0.2 + 0.5 * random() };
  if (drawn < 0.88) return { kind: 'down', until: now + (1 + 200 * random()) * MINUTE_MS };
  return { kind: 'dead' };
}

const FAILURES: readonly Answer[] = [500, 503, 410, 301, 429, 'timeout_response', 'connection_reset'];
const LONGEST_MS = 10 * SECOND_MS;

/** A partner's receiver: what came, in order, and what it said to that. */
export function aReceiverIn(mood: Mood, url: string, time: TimeLine, random: () => number) {
  const received: Received[] = [];
  const answer = (): Answer => {
    const fails =
      (mood.kind === 'flaky' && random() < mood.fails) ||
      (mood.kind === 'down' && time.clock.now() < mood.until) ||
      mood.kind === 'dead';
    return fails ? (FAILURES[Math.floor(random() * FAILURES.length)] ?? 500) : 204;
  };
  return {
    url,
    mood,
    received,
    async receive({ body, headers }: WebhookRequest): Promise<WebhookOutcome> {
      const begun = time.clock.now();
      await time.after(5 + 60 * random());
      const answered = answer();
      const text = Buffer.from(body).toString('utf8');
      const timestamp = Number(/t=(\d+)/.exec(headers['x-service-signature'] ?? '')?.[1]);
      received.push({ at: time.clock.now(), id: JSON.parse(text).id, body: text, headers, timestamp, answered });
      await time.after(answered === 'timeout_response' ? LONGEST_MS - 65 : 5 + 400 * random() ** 2);
      const durationMs = Math.round(time.clock.now() - begun);
      return { ...outcomeOf(answered, durationMs), responseHeaders: headersOf(answered, mood, received.length) };
    },
  };
}
export type SimulatedReceiver = ReturnType<typeof aReceiverIn>;

/** A receiver that is overloaded for a while asks for time, more than an hour now and then. */
const headersOf = (answered: Answer, { kind }: Mood, nth: number): Readonly<Record<string, string>> => {
  const retryAfter = RETRY_AFTER[nth % RETRY_AFTER.length];
  return answered === 429 && kind !== 'dead' && retryAfter ? { 'retry-after': retryAfter } : {};
};
const RETRY_AFTER: readonly string[] = ['', '45', '1200', '86400', 'soon'];

const outcomeOf = (answered: Answer, durationMs: number): WebhookOutcome => ({
  durationMs,
  responseStatus: typeof answered === 'number' ? answered : null,
  responseHeaders: {},
  responseBody: null,
  error: typeof answered === 'number' ? null : answered,
});
