import type { BotId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import type { Transcript } from '#shared/results/rules/results';

/**
 * The service that joins calls and records them. The bot's own id is the idempotency key of every call, so each may be repeated.
 * Throws `RecorderUnreachable` when it cannot be reached or is out of order; what it reports about the call itself is
 * an observation, not an error.
 */
export interface Recorder {
  /** Asks for a bot to join now. Repeating it never sends a second one. */
  send(order: RecordingOrder): Promise<void>;
  /** The current state of the bot. Undefined when the recorder does not know it. */
  observe(botId: BotId): Promise<RecorderObservation | undefined>;
  /** Ends the recording and keeps it. */
  leave(botId: BotId): Promise<void>;
  /** Ends the bot and throws away what it has. */
  cancel(botId: BotId): Promise<void>;
  /** The bytes of one recorded file, as `observe` lists them. */
  download(botId: BotId, file: RecordedFile): Promise<Uint8Array>;
  /** The transcript that the recorder made along the way, when it makes one. WebVTT with voice spans and word times. */
  transcript(botId: BotId): Promise<string | undefined>;
}

export interface RecordingOrder {
  readonly botId: BotId;
  readonly meetingUrl: string;
  readonly botName: string;
  readonly welcomeMessage: string | null;
  readonly mode: 'audio_and_video' | 'audio_only';
  readonly start: 'on_join' | 'on_command';
  readonly silenceAlert: boolean;
  /** BCP-47, `auto` or `multi`. */
  readonly language: string;
}

export interface RecordedFile {
  /** Unique within the bot, for example `audio.wav`. */
  readonly name: string;
  readonly kind: 'audio' | 'video';
  readonly contentType: string;
  readonly sizeBytes: number;
}

export type RecorderFailure =
  | 'invalid_link' // the link leads nowhere
  | 'not_admitted' // lobby, denied, empty call, recording never started
  | 'no_media' // it was in the call, yet nothing was recorded
  | 'crashed'; // crash, sign-in wall, captcha

export type RecorderObservation = {
  /** When it is worth looking again; a hint. */ readonly lookAgainAt: Instant | null;
} & (
  | { readonly state: 'joining' }
  | { readonly state: 'recording'; readonly startedAt: Instant }
  | {
      readonly state: 'ended';
      readonly startedAt: Instant;
      readonly endedAt: Instant;
      readonly durationSeconds: number;
      readonly files: readonly RecordedFile[];
    }
  | { readonly state: 'failed'; readonly failure: RecorderFailure; readonly detail: string; readonly endedAt: Instant }
);

export class RecorderUnreachable extends Error {}

/** Whether a recorder takes a bot that is to join now. */
export type Availability =
  | 'accepted'
  | 'full' // it has no capacity left
  | 'refused'; // it does not take this link

/**
 * Asks a recorder whether it would accept a bot for a link now. It only asks: nothing is sent, so asking twice is fine.
 * Throws `RecorderUnreachable` when the recorder does not answer, `InvalidRecorderAnswer` when its answer cannot be read.
 */
export interface RecorderAvailability {
  check(meetingUrl: string): Promise<Availability>;
}

export class InvalidRecorderAnswer extends Error {}

/**
 * Speech to text, with a start and a completion, as transcription services have: no call waits for the result.
 * Both calls may be repeated for one bot. A failure for good is a value; an outage throws and is tried again.
 */
export interface Transcriber {
  start(job: TranscriptionJob): Promise<Transcription>;
  check(job: TranscriptionJob): Promise<Transcription>;
}

export interface TranscriptionJob {
  readonly botId: BotId;
  /** Key of the audio in our file storage. */
  readonly audioKey: string;
  /** BCP-47, `auto` or `multi`. */
  readonly language: string;
}

export type Transcription =
  | { readonly status: 'running'; readonly lookAgainAt: Instant }
  | { readonly status: 'done'; readonly transcript: Transcript }
  | { readonly status: 'failed'; readonly detail: string };
