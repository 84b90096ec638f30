import { type Bot, resultsOf } from '#shared/bots/rules/bot';
import type { Instant } from '#shared/core/time';
import { type DomainEvent, type Job, workspaceOf } from '#shared/events/rules/domain-event';
import { isOfMedia, type Order } from '#shared/orders/rules/order';
import { lengthOf } from '#shared/orders/rules/pricing';
import { dayOf, type UsageFact, type UsageKind } from './usage.ts';

/** What an event used, counted on the UTC day of the event. Nothing for most events. */
export function factsOf(event: DomainEvent, at: Instant): readonly UsageFact[] {
  switch (event.type) {
    case 'bot.recording_completed':
      return secondsOf(event.bot, 'recorded_minutes', at);
    case 'bot.transcript_ready':
      return secondsOf(event.bot, 'transcribed_minutes', at);
    case 'order.fulfilled':
      return textsOf(event.order, at);
    case 'export.ready':
      return [{ kind: 'exports', subject: event.export.id, day: dayOf(at), memberId: null, amount: 1 }];
    default:
      return [];
  }
}

function secondsOf(bot: Bot, kind: UsageKind, at: Instant): readonly UsageFact[] {
  const amount = Math.round(resultsOf(bot).durationSeconds ?? 0);
  return amount > 0 ? [{ kind, subject: bot.id, day: dayOf(at), memberId: bot.memberId, amount }] : [];
}

/** The texts that an order made, each by the length of its media; nothing where that is unknown. */
function textsOf(order: Order, at: Instant): readonly UsageFact[] {
  const amount = Math.round(lengthOf(order) ?? 0);
  const kind = isOfMedia(order) ? 'transcribed_minutes' : 'translated_minutes';
  const done = amount > 0 ? order.operations.filter(({ state }) => state === 'done') : [];
  return done.map(({ id }) => ({ kind, subject: id, day: dayOf(at), memberId: null, amount }));
}

/**
 * The jobs that count what events used, one for each workspace. They are written with the events' own changes, whether
 * or not an endpoint subscribes to the events.
 */
export function usageJobs(events: readonly DomainEvent[], at: Instant): readonly Job[] {
  const used = events.flatMap((event) => factsOf(event, at).map((fact) => ({ workspaceId: workspaceOf(event), fact })));
  return [...Map.groupBy(used, ({ workspaceId }) => workspaceId)].map(([workspaceId, some]) => ({
    type: 'job.usage',
    content: { workspaceId, facts: some.map(({ fact }) => fact) },
  }));
}

/** A bot that a worker has claimed counts as sent, whether or not it gets into the call. No event is sent for it. */
export const sentBotJobs = (before: Bot, after: Bot, at: Instant): readonly Job[] =>
  before.status === 'queued' && after.status === 'joining'
    ? [
        {
          type: 'job.usage',
          content: {
            workspaceId: after.workspaceId,
            facts: [{ kind: 'bots_sent', subject: after.id, day: dayOf(at), memberId: after.memberId, amount: 1 }],
          },
        },
      ]
    : [];
