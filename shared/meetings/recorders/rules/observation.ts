import type { Instant } from '#shared/foundation/core/time';

export type RecorderFailure =
  | 'invalid_link' // the link leads nowhere
  | 'not_admitted' // lobby, denied, empty call, recording never started
  | 'no_media' // it was in the call, yet nothing was recorded
  | 'blocked' // a sign-in wall, a captcha, credentials for the platform that lack: at another recorder it may get in
  | 'crashed' // the recorder failed: a crash, not launched, no credit
  | 'unexplained'; // a code that the adapter does not know, and so not whose fault it is

/** One file of a recording, as the recorder lists it. */
export interface RecordedFile {
  /** Unique within the bot, for example `audio.wav`. Also the name of the copy in our storage. */
  readonly name: string;
  readonly kind: 'audio' | 'video';
  readonly contentType: string;
  /** Null where the recorder does not give it: the size is known when the file is opened. */
  readonly sizeBytes: number | null;
}

/**
 * What a recorder says of a bot, in the words of this service. Moments are the recorder's: its clock may differ from
 * ours. A state that the adapter does not know is `joining` before a recording began, and `recording` after.
 */
export type RecorderObservation = {
  /** When it is worth looking again; a hint. */ readonly lookAgainAt: Instant | null;
} & (
  | {
      readonly state:
        | 'joining' // asked, scheduled, launching, on the way
        | 'lobby' // in the waiting room
        | 'in_call_idle'; // in the call and not recording: permission, start on command
    }
  | { readonly state: 'recording' | 'paused'; readonly startedAt: Instant }
  /** It has left after it recorded. */
  | {
      readonly state: 'ended';
      readonly startedAt: Instant;
      readonly endedAt: Instant;
      /** Seconds of the recording; null where the recorder does not say. */
      readonly durationSeconds: number | null;
      /** Null while the recorder is still making them; at least one once it has. */
      readonly files: readonly RecordedFile[] | null;
    }
  /** It has left, or never came, and there is no recording. */
  | {
      readonly state: 'failed';
      readonly failure: RecorderFailure;
      /** The recorder's own code, for example `waiting_room_timeout_exceeded`. */
      readonly nativeCode: string | null;
      /** One sentence, without links and secrets. It becomes the bot's `reason_message`. */
      readonly detail: string;
      readonly endedAt: Instant;
    }
);

/** The bot has left the call, or never came. */
export const isOver = ({ state }: RecorderObservation): boolean => state === 'ended' || state === 'failed';

/** For an observation whose recorder does not say when its state changes next. */
export const USUAL_WAIT = { lookAgainAt: null } as const;
