import type { BotId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';

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
