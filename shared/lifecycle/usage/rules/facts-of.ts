import type { FileChange } from '#shared/accounts/usage/rules/stored-files';
import { type CountedKind, countingJobs, removedFilesJobs, type UsageFact } from '#shared/accounts/usage/rules/usage';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, utcDateOf } from '#shared/foundation/core/time';
import type { DomainEvent, Job } from '#shared/foundation/events/rules/domain-event';
import { type Bot, resultsOf } from '#shared/meetings/bots/rules/bot';
import { mediaBytesOf } from '#shared/texts/conversations/rules/conversation';
import { fileBytesOf } from '#shared/texts/exports/rules/export';
import { isOfMedia, type Order } from '#shared/texts/orders/rules/order';
import { lengthOf, tracksOf } from '#shared/texts/orders/rules/pricing';
import { workspaceOf } from '#shared/webhooks/delivery/rules/event-subject';

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
      return [{ kind: 'exports', subject: event.export.id, day: utcDateOf(at), memberId: null, amount: 1 }];
    default:
      return [];
  }
}

function secondsOf(bot: Bot, kind: CountedKind, at: Instant): readonly UsageFact[] {
  const amount = Math.round(resultsOf(bot).durationSeconds ?? 0);
  return amount > 0 ? [{ kind, subject: bot.id, day: utcDateOf(at), memberId: bot.memberId, amount }] : [];
}

/** The texts that an order made, each by the length of its media and the tracks heard; nothing where that is unknown. */
function textsOf(order: Order, at: Instant): readonly UsageFact[] {
  const amount = Math.round((lengthOf(order) ?? 0) * tracksOf(order));
  const kind = isOfMedia(order) ? 'transcribed_minutes' : 'translated_minutes';
  const done = amount > 0 ? order.operations.filter(({ state }) => state === 'done') : [];
  return done.map(({ id }) => ({ kind, subject: id, day: utcDateOf(at), memberId: null, amount }));
}

/** The files that an event tells of, as stored on its day. */
export function filesOf(event: DomainEvent, at: Instant): readonly FileChange[] {
  switch (event.type) {
    case 'bot.recording_completed':
      return storedOf(event.bot.id, bytesOf(event.bot), at);
    case 'conversation.ready':
      return storedOf(event.conversation.conversation.id, mediaBytesOf(event.conversation.conversation), at);
    case 'export.ready':
      return storedOf(event.export.id, fileBytesOf(event.export), at);
    default:
      return [];
  }
}

const storedOf = (subject: string, bytes: number, at: Instant): readonly FileChange[] =>
  bytes > 0 ? [{ change: 'stored', subject, day: utcDateOf(at), bytes }] : [];

function bytesOf(bot: Bot): number {
  const files = 'files' in bot ? bot.files : bot.status === 'failed' ? (bot.recorded?.files ?? []) : [];
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/**
 * The jobs that count what events used, one for each workspace. They are written with the events' own changes, whether
 * or not an endpoint subscribes to the events.
 */
export function usageJobs(events: readonly DomainEvent[], at: Instant): readonly Job[] {
  const used = events.map((event) => ({
    workspaceId: workspaceOf(event),
    facts: factsOf(event, at),
    files: filesOf(event, at),
  }));
  return [...Map.groupBy(used, ({ workspaceId }) => workspaceId)].flatMap(([workspaceId, some]) =>
    countingJobs({
      workspaceId,
      facts: some.flatMap(({ facts }) => facts),
      files: some.flatMap(({ files }) => files),
    }),
  );
}

/** The media of bots are removed. */
export const mediaRemovedJobs = (workspaceId: WorkspaceId, bots: readonly Bot[], at: Instant): readonly Job[] =>
  removedFilesJobs(
    workspaceId,
    bots.filter((bot) => bytesOf(bot) > 0),
    at,
  );
