import { type Evidence, type Finding, firstThatHolds, type Reason, reason } from '#shared/foundation/core/reason';
import { type Instant, isoOrNull, later, MINUTE_MS } from '#shared/foundation/core/time';
import {
  type Bot,
  type CancelledBot,
  type CompletedBot,
  dueAtOf,
  type InCallBot,
  type JoiningBot,
  type QueuedBot,
} from '#shared/meetings/bots/rules/bot';
import type { Meeting, Recording } from '#shared/meetings/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';

export interface RecordingFacts {
  readonly now: Instant;
  readonly archivedAt: Instant | null;
  /** Since when the workspace is paused. */
  readonly pausedAt: Instant | null;
  readonly meeting: Meeting;
  /** That of `decisiveRecording`; undefined where no bot was sent. */
  readonly bot: Bot | undefined;
}

export type RecordingReason =
  | 'archived'
  | 'cancelled'
  | 'not_wanted'
  | 'over'
  | 'no_bot_yet'
  | 'paused'
  | 'late'
  | 'waits_for_turn'
  | 'not_yet'
  | 'joining'
  | 'no_file'
  | 'in_call'
  | 'processing'
  | 'failed'
  | 'bot_cancelled'
  | 'removed'
  | 'recorded';

/** A bot is dispatched within seconds of its time; the sweeper finds a lost one after two minutes. */
const DISPATCH_TAKES_MS = 3 * MINUTE_MS;

/** The recording whose bot gives the reason: the one in the call, else the shown one of those with media, else the newest. */
export function decisiveRecording({ recordings }: Pick<Meeting, 'recordings'>): Recording | undefined {
  const inCall = recordings.find(({ status }) => status === 'in_call');
  return inCall ?? shownRecording({ recordings: recordings.filter(({ hasMedia }) => hasMedia) }) ?? recordings.at(-1);
}

/**
 * Why a meeting has no recording, in the order in which one comes about. `ofRecorders` are the reasons for which no
 * recorder takes a bot of its platform; without them they are not looked for.
 */
export function whyNoRecording<OfRecorders extends string = never>(
  facts: RecordingFacts,
  ofRecorders: readonly Reason<OfRecorders>[] = [],
): Finding<RecordingReason | OfRecorders> {
  const { archivedAt, bot } = facts;
  return firstThatHolds<RecordingReason | OfRecorders>([
    reason('archived', archivedAt !== null, { archived_at: isoOrNull(archivedAt) }),
    ...(bot ? ofBot(facts, bot, ofRecorders) : ofNoBot(facts)),
  ]);
}

function ofNoBot(facts: RecordingFacts): readonly Reason<RecordingReason>[] {
  const { meeting, now } = facts;
  const starts = { starts_at: isoOrNull(meeting.startsAt) };
  return [
    ...ofMeeting(facts),
    reason('over', phaseOf(meeting, now) === 'past', starts),
    reason('no_bot_yet', true, starts),
  ];
}

/** Why it is to have no bot. */
function ofMeeting({ meeting, now }: RecordingFacts): readonly Reason<RecordingReason>[] {
  const source = meeting.settings.sources['recording.enabled'];
  return [
    reason('cancelled', phaseOf(meeting, now) === 'cancelled'),
    reason('not_wanted', !meeting.settings.values['recording.enabled'], {
      ...('reason' in source ? { reason: source.reason } : { assignment: source.assignmentId }),
    }),
  ];
}

function ofBot<OfRecorders extends string>(
  facts: RecordingFacts,
  bot: Bot,
  ofRecorders: readonly Reason<OfRecorders>[],
): readonly Reason<RecordingReason | OfRecorders>[] {
  const { recordersTried: tried = [], recorderNotes: notes = [] } = bot;
  const evidence = { bot: bot.id, recorder: bot.recorder?.name ?? null, tried, notes };
  switch (bot.status) {
    case 'queued':
      return [ofPause(facts, bot), ...ofRecorders, ...ofQueued(facts, bot)];
    case 'joining':
      return [...ofRecorders, ofJoining(bot)];
    case 'in_call':
      return ofInCall(bot, evidence);
    case 'processing':
      return [reason('processing', true, evidence)];
    case 'completed':
      return ofCompleted(facts, bot);
    case 'failed':
      return [reason('failed', true, { ...evidence, reason: bot.reason })];
    case 'cancelled':
      return ofCancelled(facts, bot, evidence);
  }
}

const ofPause = ({ pausedAt }: RecordingFacts, { automatic }: QueuedBot): Reason<'paused'> =>
  reason('paused', automatic && pausedAt !== null, { paused_at: isoOrNull(pausedAt) });

/** A turn of a bot that was moved to a later time since is none. */
function ofQueued({ now }: RecordingFacts, bot: QueuedBot): readonly Reason<RecordingReason>[] {
  const dueAt = dueAtOf(bot) ?? bot.createdAt;
  const evidence = { bot: bot.id, due_at: isoOrNull(dueAt) };
  return [
    reason('late', now >= later(dueAt, DISPATCH_TAKES_MS), evidence),
    reason('waits_for_turn', bot.nextTurnAt === dueAt, evidence),
    reason('not_yet', true, evidence),
  ];
}

const ofJoining = ({ id, recorder }: JoiningBot): Reason<'joining'> =>
  reason('joining', true, { bot: id, seen: seenText(recorder?.seen) });

function ofInCall({ recorder }: InCallBot, evidence: Evidence): readonly Reason<RecordingReason>[] {
  const { seen, externalId = null } = recorder ?? {};
  return [
    reason('no_file', seen?.state === 'ended', { ...evidence, external_id: externalId, seen: seenText(seen) }),
    reason('in_call', true, evidence),
  ];
}

const seenText = (seen: NonNullable<Bot['recorder']>['seen'] | undefined): string | null =>
  seen ? `${seen.state} at ${isoOrNull(seen.at)}` : null;

function ofCompleted({ meeting }: RecordingFacts, { id, results }: CompletedBot): readonly Reason<RecordingReason>[] {
  const removedAt = meeting.resultsRemovedAt ?? null;
  const outcome = results.transcriptOutcome ?? null;
  // Retention may remove the media alone.
  const isEmpty = results.transcript === 'none' && results.media === 'none';
  return [
    reason('removed', removedAt !== null && isEmpty, { removed_at: isoOrNull(removedAt) }),
    reason('recorded', true, { bot: id, transcript: results.transcript, outcome }),
  ];
}

/** A bot that settings sent is withdrawn with its meeting and by settings; else a person cancelled it. */
const ofCancelled = (
  facts: RecordingFacts,
  { automatic }: CancelledBot,
  evidence: Evidence,
): readonly Reason<RecordingReason>[] => [
  ...(automatic ? ofMeeting(facts) : []),
  reason('bot_cancelled', true, evidence),
];
