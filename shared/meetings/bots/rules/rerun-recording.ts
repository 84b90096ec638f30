import { decided } from '#shared/foundation/core/decision';
import { conflict } from '#shared/foundation/core/refusal';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { type Bot, type BotResults, identityOf } from '#shared/meetings/bots/rules/bot';
import { NEW_CURSOR, type RecordingCursor } from '#shared/meetings/bots/rules/recording-cursor';
import type { BotDecision } from '#shared/meetings/bots/rules/transitions';

/** The parts of the work on a recording, in their order: each begins again with those behind it. */
export const RERUN_PARTS = ['copy', 'speech', 'summary'] as const;
export type RerunPart = (typeof RERUN_PARTS)[number];

/** The job that copies is written with it; the check of a bot in a call is for a job that is lost. */
const NEXT_CHECK_MS = 5 * MINUTE_MS;

interface Rerun {
  readonly part: RerunPart;
  readonly decision: BotDecision;
  /** How far the work is from then on. */
  readonly cursor: RecordingCursor;
}

/**
 * Which part of a recording is done again: the one that is named, or else the first that failed. Refuses what cannot be:
 * what is at work, where nothing failed and no part is named, and what lacks what it is made from.
 */
export function partToRerun(bot: Bot, named: RerunPart | undefined): RerunPart {
  requireEnded(bot);
  const part = named ?? firstFailed(bot);
  if (!part) throw conflict('Nothing of the recording failed: name the part with --from speech or --from summary.');
  const reason = whyNot(bot, part);
  if (reason !== null) throw conflict(reason);
  return part;
}

function requireEnded(bot: Bot): asserts bot is EndedBot {
  if (bot.status !== 'failed' && bot.status !== 'completed')
    throw conflict(`The bot is ${bot.status}: only one that has failed or is completed is run again.`);
}

type EndedBot = Extract<Bot, { readonly status: 'failed' | 'completed' }>;

function firstFailed(bot: EndedBot): RerunPart | undefined {
  if (bot.status === 'failed') return bot.recorded === null ? 'copy' : 'speech';
  return bot.results.summary === 'failed' ? 'summary' : undefined;
}

function whyNot(bot: EndedBot, part: RerunPart): string | null {
  const recorded = recordedBy(bot);
  if (part === 'copy') {
    if (recorded) return 'The recording is copied already: --from speech makes its transcript again.';
    return bot.startedAt === null || !bot.recorder?.externalId ? 'The bot recorded nothing.' : null;
  }
  if (!recorded) return 'The recording is not copied: --from copy copies it first.';
  if (part === 'speech') return whyNoSpeech(recorded);
  if (recorded.results.transcript !== 'ready') return 'The recording has no transcript: --from speech makes it first.';
  return isSpoken(recorded.results) ? null : 'The transcript has no words, so there is nothing to summarize.';
}

function whyNoSpeech({ results, files }: Recorded): string | null {
  if (results.media !== 'ready' || files.length === 0) return 'The media of the recording were removed.';
  return results.correction === undefined
    ? null
    : 'People corrected the transcript, and a new one would drop what they corrected.';
}

/** Transcripts of before there were outcomes have a summary where they have words. */
const isSpoken = ({ transcriptOutcome: outcome, summary }: BotResults): boolean =>
  outcome === undefined ? summary !== 'none' : outcome === 'spoken' || outcome === 'doubtful';

type Recorded = NonNullable<Extract<Bot, { readonly status: 'failed' }>['recorded']>;

const recordedBy = (bot: EndedBot): Recorded | null => (bot.status === 'completed' ? bot : bot.recorded);

/** The bot at the beginning of a part, as the ordinary path comes to it. No event: those of the part follow. */
export function rerunRecording(bot: Bot, named: RerunPart | undefined, now: Instant): Rerun {
  requireEnded(bot);
  const part = partToRerun(bot, named);
  return { part, decision: decided(beginningOf(bot, part, now)), cursor: cursorOf(part) };
}

function beginningOf(bot: EndedBot, part: RerunPart, now: Instant): Bot {
  const recorded = recordedBy(bot);
  if (!recorded) {
    const { startedAt } = bot;
    if (startedAt === null) throw new Error('The bot recorded nothing.');
    return {
      ...identityOf(bot),
      status: 'in_call',
      startedAt,
      leaveAskedAt: null,
      nextLookAt: later(now, NEXT_CHECK_MS),
    };
  }
  const { startedAt, endedAt, recordingAvailableAt, files, results } = recorded;
  return {
    ...{ ...identityOf(bot), status: 'processing', startedAt, endedAt, recordingAvailableAt, files },
    results: part === 'speech' ? withoutTranscript(results) : { ...results, summary: 'processing' },
  };
}

const withoutTranscript = ({ media, durationSeconds }: BotResults): BotResults => ({
  ...{ media, durationSeconds, transcript: 'processing', transcriptLanguage: null, summary: 'processing' },
});

/** The recorder was asked before, and to delete what it has since: the speech service hears the copy. */
const cursorOf = (part: RerunPart): RecordingCursor =>
  part === 'speech'
    ? { ...NEW_CURSOR, transcription: { by: 'speech', state: 'asked', runningSince: null } }
    : NEW_CURSOR;
