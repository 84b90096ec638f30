import { webhookEvents } from '#functions/api/webhook-events/index';
import type { OutboxId, WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { outboxRows } from '#shared/foundation/events/outbox';
import { deliveryIdFor } from '#shared/foundation/platform/type-ids';
import type { AttemptOutcome } from '#shared/webhooks/delivery/rules/attempt';
import { attemptEnded } from '#shared/webhooks/delivery/rules/attempt-ended';
import { type Delivery, newDelivery, newSkippedDelivery } from '#shared/webhooks/delivery/rules/delivery';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { aWorld, callsTo, noon } from '#test/support/api';

interface Wanted {
  readonly workspaceId: WorkspaceId;
  readonly endpointId?: WebhookEndpointId;
  readonly type?: string;
  readonly resourceId?: string;
  readonly createdAt?: Instant;
  readonly pin?: string;
  readonly isSkipped?: boolean;
  readonly countsAs?: number;
  /** What its receiver answered, attempt after attempt. */
  readonly answers?: readonly (number | 'dns_error')[];
  readonly outboxId?: OutboxId;
  /** The text of the resource; nothing is kept where there is none. */
  readonly text?: string;
}

/** A world with an owner, in which events are on their way. */
export async function aWorldWithEvents(given: Parameters<typeof aWorld>[0] = {}) {
  const world = aWorld(given);
  const owner = await world.anOwner();
  const { ids, table } = world.context;
  const store = deliveryStore(table);

  const anEvent = async ({ type = 'meeting.created', createdAt = noon, pin = '2026-10-12', ...wanted }: Wanted) => {
    const {
      workspaceId,
      endpointId = ids.make('whe'),
      outboxId = ids.make('out'),
      isSkipped,
      answers = [],
      text,
      resourceId,
      countsAs,
    } = wanted;
    const id = deliveryIdFor(outboxId, endpointId, createdAt);
    const url = 'https://partner.test/hooks';
    const about = {
      type,
      ...(resourceId !== undefined && { resourceId }),
      ...(countsAs !== undefined && { countsAs }),
    };
    const identity = { id, workspaceId, endpointId, outboxId, ...about, url, apiVersion: pin, createdAt };
    const first: Delivery = isSkipped ? newSkippedDelivery(identity) : newDelivery(identity);
    await store.create(first, createdAt);
    for (const [at, answer] of answers.entries()) await attempted(id, later(createdAt, at * MINUTE_MS), answer);
    const event = { id: outboxId, at: createdAt };
    if (text !== undefined) await outboxRows(table).keepText(event, pin, text);
    return identity;
  };

  const attempted = async (id: Delivery['id'], attemptedAt: Instant, answer: number | 'dns_error') => {
    const before = await store.find(id);
    if (!before) throw new Error(`There is no ${id}.`);
    const ended = attemptEnded(before.state, outcome(attemptedAt, answer), { now: attemptedAt, random: 0.5 });
    await store.recordAttempt(before, ended, attemptedAt);
  };

  const texts: (string | undefined)[] = [];
  const handle = webhookEvents(world.context);
  const call = callsTo(async (event, context) => {
    const answered = await handle(event, context);
    texts.push(answered.body);
    return answered;
  });
  /** The last answer as it was written. */
  const lastText = () => texts.at(-1);

  return { ...world, owner, anEvent, call, lastText };
}

const outcome = (attemptedAt: Instant, answer: number | 'dns_error'): AttemptOutcome => ({
  trigger: 'automatic',
  attemptedAt,
  durationMs: 120,
  responseStatus: answer === 'dns_error' ? null : answer,
  responseHeaders: answer === 'dns_error' ? {} : { 'content-type': 'text/plain' },
  responseBody: answer === 'dns_error' ? null : 'noted',
  error: answer === 'dns_error' ? 'dns_error' : null,
});
