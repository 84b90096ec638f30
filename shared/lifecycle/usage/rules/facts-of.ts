import type { FileChange } from '#shared/accounts/usage/rules/stored-files';
import type { CountedKind, UsageFact, UsageJob } from '#shared/accounts/usage/rules/usage';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, utcDateOf } from '#shared/foundation/core/time';
import { type DomainEvent, type Job, workspaceOf } from '#shared/foundation/events/rules/domain-event';
import { type Bot, resultsOf } from '#shared/meetings/bots/rules/bot';
import { type Conversation, isOfMeeting } from '#shared/texts/conversations/rules/conversation';
import { type Export, exportKey } from '#shared/texts/exports/rules/export';
import { isOfMedia, type Order } from '#shared/texts/orders/rules/order';
import { lengthOf, tracksOf } from '#shared/texts/orders/rules/pricing';
import { type MediaUpload, uploadEndsAt } from '#shared/texts/uploads/rules/upload';

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

/** The conversation of a meeting has no media of its own, and neither have translations. */
const mediaBytesOf = (conversation: Conversation): number =>
  !isOfMeeting(conversation) && 'text' in conversation ? (conversation.text.media?.sizeBytes ?? 0) : 0;

/** An export of a recording leads to the recording's own file. */
const fileBytesOf = (one: Export): number =>
  'file' in one && one.file.key === exportKey(one) ? one.file.sizeBytes : 0;

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
    usageJob({
      workspaceId,
      facts: some.flatMap(({ facts }) => facts),
      files: some.flatMap(({ files }) => files),
    }),
  );
}

const usageJob = (content: UsageJob): readonly Job[] =>
  content.facts.length + content.files.length > 0 ? [{ type: 'job.usage', content }] : [];

/** The job that counts files beside an event: as stored, or as removed. None without a change. */
export const fileJobs = (workspaceId: WorkspaceId, files: readonly FileChange[]): readonly Job[] =>
  usageJob({ workspaceId, facts: [], files });

/** The media of bots are removed. */
export const mediaRemovedJobs = (workspaceId: WorkspaceId, bots: readonly Bot[], at: Instant): readonly Job[] =>
  removedJobs(
    workspaceId,
    bots.filter((bot) => bytesOf(bot) > 0),
    at,
  );

/** A conversation is removed, with its media where it has, or may have, some. */
export const conversationRemovedJobs = (conversation: Conversation, at: Instant): readonly Job[] =>
  removedJobs(conversation.workspaceId, mayHaveMedia(conversation) ? [conversation] : [], at);

/** The media file of a text that failed was stored before, or on its way. */
const mayHaveMedia = (conversation: Conversation): boolean =>
  mediaBytesOf(conversation) > 0 ||
  (!isOfMeeting(conversation) && conversation.sourceConversationId === null && !('text' in conversation));

/** An order is canceled, or expires: a copy that was begun is removed. Of a file that failed, another may be stored later. */
export function mediaEndedJobs(before: Order | undefined, order: Order, at: Instant): readonly Job[] {
  if (!before || !isOfMedia(before) || before.ingestion.state === 'pending') return [];
  if (!NOTHING_LEFT.includes(order.state) || NOTHING_LEFT.includes(before.state)) return [];
  const gone = order.operations.filter(({ state }) => state !== 'done').map(({ conversationId: id }) => ({ id }));
  return removedJobs(order.workspaceId, gone, at);
}

/** States of an order whose conversations without a text are deleted, with their media. */
const NOTHING_LEFT: readonly Order['state'][] = ['canceled', 'expired'];

/** An export ends, with its file where one was written. */
export const exportEndedJobs = (one: Export, at: Instant): readonly Job[] =>
  removedJobs(one.workspaceId, one.state === 'expired' && fileBytesOf(one) > 0 ? [one] : [], at);

const removedJobs = (workspaceId: WorkspaceId, gone: readonly { readonly id: string }[], at: Instant): readonly Job[] =>
  fileJobs(
    workspaceId,
    gone.map(({ id: subject }) => ({ change: 'removed', subject, day: utcDateOf(at) })),
  );

/** An upload whose size is known, until the bucket deletes it or it is removed before. */
export const uploadStoredJobs = (upload: StoredUpload, at: Instant): readonly Job[] =>
  fileJobs(upload.workspaceId, [
    {
      ...{ change: 'stored', subject: upload.id, day: utcDateOf(at), bytes: upload.sizeBytes },
      until: utcDateOf(uploadEndsAt(upload)),
    },
  ]);

type StoredUpload = Pick<MediaUpload, 'id' | 'workspaceId' | 'createdAt'> & { readonly sizeBytes: number };

export const uploadRemovedJobs = (upload: Pick<MediaUpload, 'id' | 'workspaceId'>, at: Instant): readonly Job[] =>
  removedJobs(upload.workspaceId, [upload], at);

/** A bot that a worker has claimed counts as sent, whether or not it gets into the call. No event is sent for it. */
export const sentBotJobs = (before: Bot, after: Bot, at: Instant): readonly Job[] =>
  before.status === 'queued' && after.status === 'joining'
    ? [
        {
          type: 'job.usage',
          content: {
            workspaceId: after.workspaceId,
            facts: [{ kind: 'bots_sent', subject: after.id, day: utcDateOf(at), memberId: after.memberId, amount: 1 }],
            files: [],
          },
        },
      ]
    : [];
