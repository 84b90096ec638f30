import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Clock } from '#shared/foundation/core/clock';
import type { WebhookOutcome, WebhookRequest } from '#shared/webhooks/delivery/ports';
import { verifySignature } from '#shared/webhooks/signing/signature';

/** A status, or the reason why there is none. */
export type Answer = number | 'timeout_response' | 'connection_reset';

export interface Received {
  readonly at: number;
  /** The `id` in the body. */
  readonly id: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timestamp: number;
  readonly answered: Answer;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  receive(request: WebhookRequest, clock: Clock): WebhookOutcome | Promise<WebhookOutcome>;
}

let receivers = 0;

/** A partner's receiver: answers in this order, and the last answer from then on. */
export function aReceiver({
  answers = [204],
  takesMs = () => 120,
}: {
  readonly answers?: readonly Answer[];
  readonly takesMs?: (nth: number) => number;
} = {}): Receiver {
  receivers += 1;
  const received: Received[] = [];
  return {
    url: `https://partner-${receivers}.test/hooks`,
    received,
    receive({ body, headers }, clock) {
      const answered = answers[Math.min(received.length, answers.length - 1)] ?? 204;
      const text = Buffer.from(body).toString('utf8');
      const timestamp = Number(/t=(\d+)/.exec(headers['x-service-signature'] ?? '')?.[1]);
      received.push({ at: clock.now(), id: JSON.parse(text).id, body: text, headers, timestamp, answered });
      return outcomeOf(answered, takesMs(received.length));
    },
  };
}

const outcomeOf = (answered: Answer, durationMs: number): WebhookOutcome => ({
  durationMs,
  responseStatus: typeof answered === 'number' ? answered : null,
  responseHeaders: typeof answered === 'number' ? { 'content-type': 'text/plain' } : {},
  responseBody: typeof answered === 'number' ? 'noted' : null,
  error: typeof answered === 'number' ? null : answered,
});

/** Whether a receiver that holds this secret would believe the request, by each of the three ways to check it. */
export function believes(secret: string, { at, body, headers }: Received) {
  const bytes = Buffer.from(body);
  const plain = createHmac('sha256', secret).update(bytes).digest('hex');
  return {
    ours: verifySignature({ secret, signature: headers['x-service-signature'], body: bytes, now: at / 1_000 }),
    plain: headers['x-webhook-signature'] === `sha256=${plain}`,
    standard: believedByTheStandard(secret, body, headers),
  };
}

/** Its library reads the real time, which the clock of these tests is not: the digests alone are compared. */
function believedByTheStandard(secret: string, body: string, headers: Readonly<Record<string, string>>): boolean {
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const expected = new Webhook(secret).sign(headers['webhook-id'] ?? '', sentAt, body);
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected);
}
