import { type Evidence, paused, type Reason, reason } from '#bin/operator/why/reasons';
import type { Bot, CompletedBot, InCallBot, JoiningBot, QueuedBot } from '#shared/bots/rules/bot';
import { STAY_LIMITS } from '#shared/bots/rules/stay-limits';
import { HOUR_MS, type Instant, isoOf, later, MINUTE_MS } from '#shared/core/time';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/rules/phase';
import { type CircuitBreaker, circuitAt } from '#shared/recorders/rules/circuit-breaker';

/** A recorder in the order of the meeting's platform. */
export interface RecorderFact {
  readonly name: string;
  readonly circuit: CircuitBreaker;
}

export interface RecordingFacts {
  readonly now: Instant;
  readonly archivedAt: Instant | null;
  /** Since when the workspace is paused. */
  readonly pausedAt: Instant | null;
  readonly meeting: Meeting;
  /** Its bots, the newest first. */
  readonly bots: readonly Bot[];
  readonly recorders: readonly RecorderFact[];
}

/** A bot is dispatched within seconds of its time; the sweeper finds a lost one after two minutes. */
const DISPATCH_TAKES_MS = 3 * MINUTE_MS;

/** What `settings.sources["recording.enabled"]` says, in a sentence. */
const NO_BOT_BECAUSE: Readonly<Record<string, string>> = {
  default: 'no settings say that it is recorded',
  declined: 'every member declined it',
  no_meeting_url: 'it has no link to a call',
  unsupported_platform: 'its link is of a platform without recorders',
  recorded_elsewhere: 'another meeting of the same call has the bot',
  usage_limit: 'a limit of the workspace is used up: workspace --limit sets another',
};

/** Why a meeting has no recording, in the order in which one comes about. */
export function whyNoRecording(facts: RecordingFacts): readonly Reason[] {
  const { archivedAt, bots } = facts;
  const [bot] = bots;
  return [
    reason('archived', archivedAt !== null, 'the workspace is archived', { archived_at: timeOf(archivedAt) }),
    ...(bot ? ofBot(facts, bot) : ofNoBot(facts)),
  ];
}

function ofNoBot({ meeting, now }: RecordingFacts): readonly Reason[] {
  const source = meeting.settings.sources['recording.enabled'];
  const starts = { starts_at: timeOf(meeting.startsAt) };
  const phase = phaseOf(meeting, now);
  return [
    reason('cancelled', phase === 'cancelled', 'every calendar event of it is cancelled', {}),
    reason('not_wanted', !meeting.settings.values['recording.enabled'], noBotSentence(source), {
      ...('reason' in source ? { reason: source.reason } : { assignment: source.assignmentId }),
    }),
    reason('over', phase === 'past', 'it was to be recorded, and is over: it was pushed too late for a bot', starts),
    reason('no_bot_yet', true, `${NO_BOT_YET} (dead-letters --list settings)`, starts),
  ];
}

const NO_BOT_YET = 'it is to be recorded, and has no bot yet: a job decides it within a minute or two';

const noBotSentence = (source: Meeting['settings']['sources']['recording.enabled']): string =>
  'reason' in source
    ? (NO_BOT_BECAUSE[source.reason] ?? source.reason)
    : 'an assignment of settings turns recording off';

/** By the newest bot of the meeting. */
function ofBot(facts: RecordingFacts, bot: Bot): readonly Reason[] {
  const { recordersTried: tried = [], recorderNotes: notes = [] } = bot;
  const evidence = { bot: bot.id, recorder: bot.recorder?.name ?? null, tried, notes };
  switch (bot.status) {
    case 'queued':
      return [
        paused(bot.automatic ? facts.pausedAt : null, 'its automatic bots wait'),
        ...ofRecorders(facts),
        ...ofQueued(facts, bot),
      ];
    case 'joining':
      return [...ofRecorders(facts), ofJoining(bot)];
    case 'in_call':
      return ofInCall(bot, evidence);
    case 'processing':
      return [reason('processing', true, 'the call is over, and the recording is copied and transcribed', evidence)];
    case 'completed':
      return ofCompleted(facts, bot);
    case 'failed':
      return [reason('failed', true, BOT_FAILED, { ...evidence, reason: bot.reason })];
    case 'cancelled':
      return [
        reason(
          'bot_cancelled',
          true,
          'its bot was cancelled: by a person, its settings, or the end of its meeting',
          evidence,
        ),
      ];
  }
}

function ofInCall({ recorder }: InCallBot, evidence: Evidence): readonly Reason[] {
  const { seen = null, externalId = null } = recorder ?? {};
  return [
    reason('no_file', seen?.state === 'ended', NO_FILE, {
      ...evidence,
      external_id: externalId,
      seen: seen && `${seen.state} at ${timeOf(seen.at)}`,
    }),
    reason('in_call', true, 'it records now', evidence),
  ];
}

const NO_FILE = `the call is over at its recorder, which has made no file yet: the bot fails with no_recording ${STAY_LIMITS.files / HOUR_MS} hours after the end`;

const BOT_FAILED = 'its bot failed; reason_message of GET /bots/{id} has the code of the recorder';

function ofCompleted({ meeting }: RecordingFacts, { id, results }: CompletedBot): readonly Reason[] {
  const removedAt = meeting.resultsRemovedAt ?? null;
  const outcome = results.transcriptOutcome ?? null;
  return [
    reason('removed', removedAt !== null, 'its results were removed', { removed_at: timeOf(removedAt) }),
    reason('recorded', true, 'there is a recording', { bot: id, transcript: results.transcript, outcome }),
  ];
}

/** What stops every bot of a platform. */
function ofRecorders({ meeting, recorders, now }: RecordingFacts): readonly Reason[] {
  const open = recorders.filter(({ circuit }) => circuitAt(circuit, now) === 'open');
  return [
    reason('no_recorder', recorders.length === 0, 'no recorder is in the order of its platform: recorder --order', {
      platform: meeting.platform,
    }),
    reason(
      'circuits_open',
      open.length === recorders.length,
      'every recorder failed three times running: recorder --list, then --test',
      { recorders: open.map(({ name, circuit }) => `${name} until ${timeOf(circuit.openUntil)}`) },
    ),
  ];
}

function ofQueued({ now }: RecordingFacts, { id, joinAt, createdAt, nextTurnAt }: QueuedBot): readonly Reason[] {
  const dueAt = nextTurnAt ?? joinAt ?? createdAt;
  const evidence = { bot: id, due_at: timeOf(dueAt) };
  return [
    reason(
      'late',
      now >= later(dueAt, DISPATCH_TAKES_MS),
      'it is due and was not sent: dead-letters --list bots',
      evidence,
    ),
    reason(
      'beyond_places',
      nextTurnAt !== undefined,
      'the workspace has as many bots in calls as it may have',
      evidence,
    ),
    reason('not_yet', true, 'the bot joins later', evidence),
  ];
}

const ofJoining = ({ id, recorder }: JoiningBot): Reason =>
  reason(
    'joining',
    true,
    'it is on its way into the call or in the lobby, and is given up after ten to twelve minutes',
    {
      bot: id,
      seen: recorder?.seen ? `${recorder.seen.state} at ${timeOf(recorder.seen.at)}` : null,
    },
  );

const timeOf = (at: Instant | null): string | null => (at === null ? null : isoOf(at));
