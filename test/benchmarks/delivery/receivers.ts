import { createHmac } from 'node:crypto';
import type { WebhookOutcome, WebhookRequest, WebhookSender } from '#shared/webhooks/delivery/ports';
import type { AttemptError } from '#shared/webhooks/delivery/rules/attempt';
import { verifySignature } from '#shared/webhooks/signing/signature';
import { type Draw, passing } from './latencies.ts';

/** How a receiver takes a request that came `sinceStartMs` into the run, for the how-manieth time. */
export type Behaviour = (request: { readonly sinceStartMs: number; readonly attempt: number }) => Answer;

export type Answer =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** How long it takes to respond; drawn where it is not given. */
      readonly answerMs?: number;
    }
  /** Takes the request and says nothing until the sender gives up. */
  | 'silent'
  /** Cannot be connected to. */
  | 'unreachable';

export interface Place {
  readonly url: string;
  readonly secret: string;
  readonly behaviour: Behaviour;
}

export interface Arrival {
  readonly place: Place;
  /** Of the delivery. */
  readonly id: string;
  /** Of the resource in it. */
  readonly subject: string;
  readonly at: number;
  readonly verified: boolean;
  readonly acknowledged: boolean;
}

/** "Any 2xx within 10 seconds." */
const DEADLINE_MS = 10_000;

/**
 * All receivers, in this process: a request costs the time of reaching them and of their answer, and its signatures
 * are checked as a receiver would. What the sender itself costs is another benchmark's.
 */
export function receivers(draw: Draw, arrived: (arrival: Arrival) => void) {
  const places = new Map<string, Place>();
  const attempts = new Map<string, number>();
  let startedAt = Date.now();

  const send = async (request: WebhookRequest): Promise<WebhookOutcome> => {
    const place = places.get(request.url);
    if (!place) throw new Error(`No receiver listens at ${request.url}.`);
    const { id, subject } = namesIn(request);
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    const answer = place.behaviour({ sinceStartMs: Date.now() - startedAt, attempt });
    if (answer === 'unreachable') return after(DEADLINE_MS, noAnswer('timeout_connect', DEADLINE_MS));
    const reachMs = draw('reach');
    await passing(reachMs);
    const acknowledged = answer !== 'silent' && answer.status < 300;
    if (acknowledged) attempts.delete(id);
    arrived({ place, id, subject, at: Date.now(), verified: isGenuine(place, request), acknowledged });
    if (answer === 'silent') return after(DEADLINE_MS - reachMs, noAnswer('timeout_response', DEADLINE_MS));
    const answerMs = answer.answerMs ?? draw('answer');
    return after(answerMs, { ...answered(answer), durationMs: Math.round(reachMs + answerMs) });
  };

  return {
    sender: { send } satisfies WebhookSender,
    open: (place: Place) => places.set(place.url, place),
    /** The run begins now. */
    start: () => {
      startedAt = Date.now();
    },
  };
}

async function after(milliseconds: number, outcome: WebhookOutcome): Promise<WebhookOutcome> {
  await passing(milliseconds);
  return outcome;
}

const noAnswer = (error: AttemptError, durationMs: number): WebhookOutcome => ({
  ...{ durationMs, error },
  responseStatus: null,
  responseHeaders: {},
  responseBody: null,
});

const answered = ({ status, headers = {} }: Exclude<Answer, string>) => ({
  responseStatus: status,
  responseHeaders: { 'content-type': 'text/plain', ...headers },
  responseBody: status < 300 ? '' : 'not now',
  error: null,
});

function namesIn({ body }: WebhookRequest): { readonly id: string; readonly subject: string } {
  const { id, data } = JSON.parse(Buffer.from(body).toString('utf8'));
  return { id, subject: data.object.id };
}

/** By both headers, over the very bytes. */
function isGenuine({ secret }: Place, { body, headers }: WebhookRequest): boolean {
  const plain = createHmac('sha256', secret).update(body).digest('hex');
  const signature = headers['x-service-signature'];
  return (
    headers['x-webhook-signature'] === `sha256=${plain}` &&
    verifySignature({ secret, signature, body, now: Date.now() / 1_000 }) === 'genuine'
  );
}
