import type { BotId, MeetingId, MemberId, SettingsId, WorkspaceId } from '#shared/foundation/core/ids';
import { afterItsMessage, type Instant, laterOf } from '#shared/foundation/core/time';
import type { BotMetadata } from '#shared/meetings/bots/rules/bot-metadata';
import type { GivenToRecorder } from '#shared/meetings/bots/rules/bot-recorder';
import type { TranscriptOutcome } from '#shared/meetings/bots/rules/transcript-outcome';

export type BotStatus = Bot['status'];
export type PartStatus = 'none' | 'processing' | 'ready' | 'failed';

/** What one bot's recording came to. */
export interface BotResults {
  readonly transcript: PartStatus;
  readonly transcriptLanguage: string | null;
  readonly summary: PartStatus;
  readonly media: PartStatus;
  readonly durationSeconds: number | null;
  /** What the transcript came to; absent while there is none, and of transcripts made before there were outcomes. */
  readonly transcriptOutcome?: TranscriptOutcome;
  /** Names the file of the corrected transcript; absent where it is as it was recognized. */
  readonly correction?: string;
}

export const NO_RESULTS: BotResults = {
  transcript: 'none',
  transcriptLanguage: null,
  summary: 'none',
  media: 'none',
  durationSeconds: null,
};

/** How it records and what becomes of it; follows the meeting's settings while queued, frozen at dispatch. */
export interface BotSettings {
  readonly language: string;
  readonly recordingStart: 'on_join' | 'on_command';
  readonly recordingMode: 'audio_and_video' | 'audio_only';
  readonly silenceAlert: boolean;
  /** Null follows the transcript. */
  readonly summaryLanguage: string | null;
  readonly summaryTemplate: string;
}

/**
 * How a bot came to its call. `in_time`: it was in the call three minutes after the start. `not_admitted`: it was in the
 * lobby by then, or was turned away, which the people in the call decide. `late`: neither.
 */
export type Arrival = 'in_time' | 'not_admitted' | 'late';

export interface BotIdentity extends GivenToRecorder {
  readonly id: BotId;
  readonly workspaceId: WorkspaceId;
  readonly meetingId: MeetingId;
  /** Made by settings rather than sent by hand: only these are moved and withdrawn with the meeting. */
  readonly automatic: boolean;
  readonly memberId: MemberId | null;
  /** Normalised; may hold a passcode, so it is never logged. */
  readonly meetingUrl: string;
  /** Null asks for dispatch at once. */
  readonly joinAt: Instant | null;
  /** When the meeting starts, where that is known: a recorder out of reach is given up ten minutes later. */
  readonly startsAt: Instant | null;
  readonly botName: string;
  readonly welcomeMessage: string | null;
  /** Which of the two were not chosen: those follow the brand kit, which is read again when the bot is dispatched. */
  readonly unchosen?: readonly ('botName' | 'welcomeMessage')[];
  readonly choices: BotSettings;
  readonly participants: readonly { readonly email: string | null; readonly name: string | null }[];
  readonly metadata: BotMetadata;
  /** The meeting's own settings, for a bot sent by hand: found with the bot, without asking the meeting first. */
  readonly ownSettingsId: SettingsId | null;
  readonly createdAt: Instant;
  /** Absent until it is known, and for bots with an invalid link. */
  readonly arrival?: Arrival;
}

export type FailureReason = 'no_recording' | 'invalid_meeting_url' | 'bot_error' | 'transcription_failed';

/** A file of a recording that lies in our storage. */
export interface MediaFile {
  readonly kind: 'audio' | 'video';
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly key: string;
}

interface Recorded {
  readonly startedAt: Instant;
  readonly endedAt: Instant;
  readonly recordingAvailableAt: Instant;
  readonly results: BotResults;
  readonly files: readonly MediaFile[];
}

export type QueuedBot = BotIdentity & {
  readonly status: 'queued';
  /** When a bot beyond the limit of its workspace, or of a paused one, is due again. */
  readonly nextTurnAt?: Instant;
  /** It was due while its workspace was paused. */
  readonly waitedForResumption?: true;
};
export type JoiningBot = BotIdentity & {
  readonly status: 'joining';
  readonly dispatchedAt: Instant;
  /** When the recorder is asked again. */
  readonly nextLookAt: Instant;
};
export type InCallBot = BotIdentity & {
  readonly status: 'in_call';
  readonly startedAt: Instant;
  /** When it was asked to leave; the status changes when the recorder reports. */
  readonly leaveAskedAt: Instant | null;
  readonly nextLookAt: Instant;
};
export type ProcessingBot = BotIdentity & Recorded & { readonly status: 'processing' };
export type CompletedBot = BotIdentity & Recorded & { readonly status: 'completed' };
export type FailedBot = BotIdentity & {
  readonly status: 'failed';
  readonly reason: FailureReason;
  readonly reasonMessage: string;
  readonly endedAt: Instant;
  /** Null when it never recorded. */
  readonly startedAt: Instant | null;
  /** What it has, when only the transcription failed. */
  readonly recorded: Recorded | null;
};
export type CancelledBot = BotIdentity & {
  readonly status: 'cancelled';
  readonly endedAt: Instant;
  readonly startedAt: Instant | null;
};

export type Bot = QueuedBot | JoiningBot | InCallBot | ProcessingBot | CompletedBot | FailedBot | CancelledBot;

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** A bot is due sooner than the sweeper would see it; its own due moment is the safety. */
    'bot.due': { readonly botId: BotId };
    /** A recording waits to be fetched, transcribed or summarized. */
    'job.recording': { readonly botId: BotId };
  }
}

const ENDED: readonly BotStatus[] = ['completed', 'failed', 'cancelled'];

/** It is to join its call, or is in it. */
export const isOnItsWay = (status: BotStatus): boolean =>
  status === 'queued' || status === 'joining' || status === 'in_call';

/** It may still change. */
export const isUnfinished = (status: BotStatus): boolean => !ENDED.includes(status);

export const resultsOf = (bot: Bot): BotResults => {
  if (bot.status === 'processing' || bot.status === 'completed') return bot.results;
  return bot.status === 'failed' ? (bot.recorded?.results ?? NO_RESULTS) : NO_RESULTS;
};

export const filesOf = (bot: Bot): readonly MediaFile[] => {
  if (bot.status === 'processing' || bot.status === 'completed') return bot.files;
  return bot.status === 'failed' ? (bot.recorded?.files ?? []) : [];
};

/** When it began to record, or null when it never did. */
export const startedAtOf = (bot: Bot): Instant | null => ('startedAt' in bot ? bot.startedAt : null);

export const endedAtOf = (bot: Bot): Instant | null => ('endedAt' in bot ? bot.endedAt : null);

/** When a worker has to process it next; null once it needs no more work of that kind. */
export function dueAtOf(bot: Bot): Instant | null {
  if (bot.status === 'queued') return laterOf(bot.joinAt ?? bot.createdAt, bot.nextTurnAt ?? bot.createdAt);
  return bot.status === 'joining' || bot.status === 'in_call' ? bot.nextLookAt : null;
}

/**
 * When the sweeper sends a message about it. A bot that is to join at a later time has none of its own until then. Any
 * other has one in the queue: it is swept only after that one must have been lost, or each sweep would start a second
 * chain of messages.
 */
export function sweptAtOf(bot: Bot): Instant | null {
  const dueAt = dueAtOf(bot);
  if (dueAt === null || (bot.status === 'queued' && dueAt === bot.joinAt)) return dueAt;
  return afterItsMessage(dueAt);
}

/** When the first usable recording was there; unchanged by whatever is made of it later. */
export const recordingAvailableAtOf = (bot: Bot): Instant | null => {
  if (bot.status === 'processing' || bot.status === 'completed') return bot.recordingAvailableAt;
  return bot.status === 'failed' ? (bot.recorded?.recordingAvailableAt ?? null) : null;
};

export const identityOf = (bot: Bot): BotIdentity => ({
  id: bot.id,
  workspaceId: bot.workspaceId,
  meetingId: bot.meetingId,
  automatic: bot.automatic,
  memberId: bot.memberId,
  meetingUrl: bot.meetingUrl,
  joinAt: bot.joinAt,
  startsAt: bot.startsAt,
  botName: bot.botName,
  welcomeMessage: bot.welcomeMessage,
  ...(bot.unchosen && { unchosen: bot.unchosen }),
  choices: bot.choices,
  participants: bot.participants,
  metadata: bot.metadata,
  ownSettingsId: bot.ownSettingsId,
  createdAt: bot.createdAt,
  ...(bot.arrival && { arrival: bot.arrival }),
  ...(bot.recorder && { recorder: bot.recorder }),
  ...(bot.passedOver && { passedOver: bot.passedOver }),
  ...(bot.recordersTried && { recordersTried: bot.recordersTried }),
  ...(bot.recorderNotes && { recorderNotes: bot.recorderNotes }),
});
