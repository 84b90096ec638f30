import { type Decision, decided } from '#shared/foundation/core/decision';
import { earlier, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import {
  type Bot,
  type BotResults,
  type BotSettings,
  type FailureReason,
  identityOf,
  type MediaFile,
  startedAtOf,
} from '#shared/meetings/bots/rules/bot';
import type { PassedOver } from '#shared/meetings/bots/rules/bot-recorder';
import type { TranscriptOutcome } from '#shared/meetings/bots/rules/transcript-outcome';

export const BOT_EVENTS = [
  'bot.recording_started',
  'bot.recording_completed',
  'bot.transcript_ready',
  'bot.summary_ready',
  'bot.failed',
  'bot.cancelled',
] as const;
export type BotEventType = (typeof BOT_EVENTS)[number];

declare module '#shared/foundation/events/rules/domain-event' {
  interface EventTypes extends Record<BotEventType, { readonly bot: Bot }> {}
}

/** The table of docs/limits-and-rules.md#bot-transitions. Anything else returns the same bot and no event. */
export type BotDecision = Decision<Bot, BotEventType>;

/** A recorder out of reach is given up this long after the start. */
const GIVE_UP_AFTER_MS = 10 * MINUTE_MS;

/** `queued` → `joining`: of several workers one saves this and sends the bot. Its settings are frozen from then on. */
export function dispatch(bot: Bot, choices: BotSettings, at: Instant, nextLookAt: Instant): BotDecision {
  if (bot.status !== 'queued') return decided(bot);
  return decided({ ...identityOf(bot), choices, status: 'joining', dispatchedAt: at, nextLookAt });
}

/** Nothing new at the recorder: only the time of the next check changes. */
export function withNextCheck(bot: Bot, nextLookAt: Instant): BotDecision {
  return decided(bot.status === 'joining' || bot.status === 'in_call' ? { ...bot, nextLookAt } : bot);
}

/** The bot is at no recorder any more, or not yet; `tried` is not asked again. */
export function withoutRecorder(bot: Bot, tried: readonly string[] = []): Bot {
  const { recorder: _before, ...rest } = bot;
  const recordersTried = [...(bot.recordersTried ?? []), ...tried];
  return { ...rest, ...(recordersTried.length > 0 && { recordersTried }) };
}

/** The bot without its recorder, which may have it all the same. */
export function passOver(bot: Bot): Bot {
  if (!bot.recorder) return bot;
  const { name, askedAt, leavesOut, unclear } = bot.recorder;
  const one = { name, askedAt, leavesOut, externalId: null, isAnswered: unclear?.isAnswered ?? false };
  const others = (bot.passedOver ?? []).filter((other) => other.name !== name);
  return { ...withoutRecorder(bot), passedOver: [...others, one] };
}

/** The bot with a change to a recorder that was passed over; with `undefined`, that one has no bot of ours any more. */
export function withPassedOver(bot: Bot, name: string, after: PassedOver | undefined): Bot {
  const { passedOver: before = [], ...rest } = bot;
  const passedOver = before.flatMap((one) => (one.name === name ? (after ?? []) : [one]));
  return { ...rest, ...(passedOver.length > 0 && { passedOver }) };
}

/** The recorder says that it records. `startedAt` is not after the report of it. */
export function recordingStarted(bot: Bot, startedAt: Instant, nextLookAt: Instant): BotDecision {
  if (bot.status !== 'joining') return decided(bot);
  return decided(
    { ...identityOf(bot), status: 'in_call', startedAt, leaveAskedAt: null, nextLookAt },
    'bot.recording_started',
  );
}

export interface Recording {
  readonly endedAt: Instant;
  readonly durationSeconds: number;
  readonly files: readonly MediaFile[];
}

/** It left with media, and the media lie in our storage. Its end is not after the report of it, whatever its clock says. */
export function recordingCompleted(bot: Bot, { endedAt, durationSeconds, files }: Recording, at: Instant): BotDecision {
  if (bot.status !== 'in_call') return decided(bot);
  const results = {
    transcript: 'processing',
    transcriptLanguage: null,
    summary: 'processing',
    media: 'ready',
    durationSeconds,
  } as const;
  return decided(
    {
      ...identityOf(bot),
      status: 'processing',
      startedAt: bot.startedAt,
      endedAt: earlier(endedAt, at),
      recordingAvailableAt: at,
      results,
      files,
    },
    'bot.recording_completed',
  );
}

interface StoredTranscript {
  readonly language: string | null;
  readonly outcome: Exclude<TranscriptOutcome, 'lost'>;
}

/** The transcript is stored. A transcript without words needs no summary, and completes the bot. */
export function transcriptStored(bot: Bot, { language, outcome }: StoredTranscript): BotDecision {
  if (bot.status !== 'processing' || bot.results.transcript !== 'processing') return decided(bot);
  const stored = { transcript: 'ready', transcriptLanguage: language, transcriptOutcome: outcome } as const;
  const results: BotResults = { ...bot.results, ...stored };
  if (outcome === 'spoken' || outcome === 'doubtful') return decided({ ...bot, results }, 'bot.transcript_ready');
  return decided({ ...bot, status: 'completed', results: { ...results, summary: 'none' } }, 'bot.transcript_ready');
}

export function summaryStored(bot: Bot): BotDecision {
  if (!awaitsSummary(bot)) return decided(bot);
  return decided({ ...bot, status: 'completed', results: { ...bot.results, summary: 'ready' } }, 'bot.summary_ready');
}

export function summaryFailed(bot: Bot): BotDecision {
  if (!awaitsSummary(bot)) return decided(bot);
  return decided({ ...bot, status: 'completed', results: { ...bot.results, summary: 'failed' } });
}

/** Someone spoke, and there are no words of it. */
export const transcriptLost = (bot: Bot, at: Instant): BotDecision =>
  withoutTranscript(bot, 'People spoke in the call, and nothing of it could be transcribed.', at, {
    transcriptOutcome: 'lost',
  });

export const transcriptionFailed = (bot: Bot, detail: string, at: Instant): BotDecision =>
  withoutTranscript(bot, detail, at, {});

function withoutTranscript(
  bot: Bot,
  detail: string,
  at: Instant,
  outcome: Pick<BotResults, 'transcriptOutcome'>,
): BotDecision {
  if (bot.status !== 'processing' || bot.results.transcript !== 'processing') return decided(bot);
  const results = { ...bot.results, ...outcome, transcript: 'failed', summary: 'none' } as const;
  const { startedAt, endedAt, recordingAvailableAt, files } = bot;
  return decided(
    {
      ...identityOf(bot),
      status: 'failed',
      reason: 'transcription_failed',
      reasonMessage: detail,
      startedAt,
      endedAt: endedAt ?? at,
      recorded: { startedAt, endedAt, recordingAvailableAt, results, files },
    },
    'bot.failed',
  );
}

const FAILS_FROM: Readonly<Record<Exclude<FailureReason, 'transcription_failed'>, readonly Bot['status'][]>> = {
  no_recording: ['joining', 'in_call'],
  invalid_meeting_url: ['queued', 'joining'],
  bot_error: ['queued', 'joining', 'in_call'],
};

/** The bot ended without a recording. `endedAt` is not after the report of it. */
export function failed(bot: Bot, reason: keyof typeof FAILS_FROM, detail: string, endedAt: Instant): BotDecision {
  if (!FAILS_FROM[reason].includes(bot.status)) return decided(bot);
  return decided(
    {
      ...identityOf(bot),
      status: 'failed',
      reason,
      reasonMessage: detail,
      endedAt,
      startedAt: startedAtOf(bot),
      recorded: null,
    },
    'bot.failed',
  );
}

/** Ends the bot and keeps nothing: by `DELETE`, or because its meeting is not to be recorded any more. */
export function cancel(bot: Bot, at: Instant): BotDecision {
  if (bot.status !== 'queued' && bot.status !== 'joining' && bot.status !== 'in_call') return decided(bot);
  return decided(
    { ...identityOf(bot), status: 'cancelled', endedAt: at, startedAt: startedAtOf(bot) },
    'bot.cancelled',
  );
}

/** The bot is to leave and keep what it recorded. Asking twice is fine. */
export function askToLeave(bot: Bot, at: Instant): BotDecision {
  if (bot.status !== 'in_call' || bot.leaveAskedAt !== null) return decided(bot);
  return decided({ ...bot, leaveAskedAt: at });
}

/** Until when an unreachable recorder is tried again. */
export function givesUpAt(bot: Bot): Instant {
  return later(bot.startsAt ?? bot.joinAt ?? bot.createdAt, GIVE_UP_AFTER_MS);
}

const awaitsSummary = (bot: Bot): bot is Extract<Bot, { status: 'processing' }> =>
  bot.status === 'processing' && bot.results.transcript === 'ready' && bot.results.summary === 'processing';
