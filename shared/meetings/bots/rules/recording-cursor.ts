import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { CopyProgress } from '#shared/foundation/files/rules/copy-progress';

/** How far the job of a recording is, beside what its bot says. */
export type RecordingCursor = {
  /** By the name of the file: how far it is copied, or its size once it is. */
  readonly media: Readonly<Record<string, CopyProgress | { readonly sizeBytes: number }>>;
  /** Attempts that failed one after the other, at whatever the recording waits for; null when the last went well. */
  readonly failing: { readonly since: Instant; readonly attempts: number } | null;
  /** How far the transcription is; null before it began. */
  readonly transcription: TranscriptionProgress | null;
};

/**
 * Who transcribes: the recorder first, since it has the platform's speaker names, then the speech service. `heard`: its
 * transcript is stored, and the speakers are not named yet.
 */
export type TranscriptionProgress = {
  readonly by: 'recorder' | 'speech';
  readonly state: 'asked' | 'running' | 'heard';
  /** When it was first reported to be running; null before. */
  readonly runningSince: Instant | null;
  /** Present where the recorder has a transcript, and the speech service is asked since it is doubted. */
  readonly compares?: true;
};

/** The cursor of any job that waits for what is out of order. */
type Failing = Pick<RecordingCursor, 'failing'>;

export const NEW_CURSOR: RecordingCursor = { media: {}, failing: null, transcription: null };

const NOT_ASKED: TranscriptionProgress = { by: 'recorder', state: 'asked', runningSince: null };

export const transcriptionOf = ({ transcription }: RecordingCursor): TranscriptionProgress =>
  transcription ?? NOT_ASKED;

/** The transcription has moved on: whatever failed before it did is over. */
export const withTranscription = (cursor: RecordingCursor, transcription: TranscriptionProgress): RecordingCursor => ({
  ...cursor,
  transcription,
  failing: null,
});

export const withFile = (
  cursor: RecordingCursor,
  name: string,
  file: RecordingCursor['media'][string] | null,
): RecordingCursor => {
  const { [name]: _before, ...others } = cursor.media;
  return { ...cursor, media: file === null ? others : { ...others, [name]: file }, failing: null };
};

export const withoutFailure = (cursor: RecordingCursor): RecordingCursor => ({ ...cursor, failing: null });

export const withFailure = <Cursor extends Failing>(cursor: Cursor, now: Instant): Cursor => ({
  ...cursor,
  failing: { since: cursor.failing?.since ?? now, attempts: (cursor.failing?.attempts ?? 0) + 1 },
});

const FIRST_WAIT_MS = 10 * SECOND_MS;
const LONGEST_WAIT_MS = 10 * MINUTE_MS;

/** The time of the next attempt: 10 s after the first failure, then twice as long each time, up to ten minutes. */
export const nextAttemptAt = ({ failing }: Failing, now: Instant): Instant =>
  later(now, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, (failing?.attempts ?? 1) - 1)));

/**
 * The same for a speech service, up to a minute: files of orders ask it every few seconds, and a recording that waited
 * longer would find it full each time. `random` is in [0, 1): the wait is up to a fifth longer or shorter.
 */
export const nextSpeechAttemptAt = (cursor: Failing, now: Instant, random: number): Instant =>
  later(now, Math.round(Math.min(MINUTE_MS, nextAttemptAt(cursor, now) - now) * (0.8 + 0.4 * random)));

/** How long a recorder may be out of reach before its recording is given up. */
export const GIVE_UP_AFTER_MS = DAY_MS;

/** How long a transcription may run, at a recorder or a speech service, before it is given up. */
export const LONGEST_TRANSCRIPTION_MS = DAY_MS;

/** How long a recorder may be out of reach before its speaker timeline is given up: the speakers have no names then. */
export const TIMELINE_OUTAGE_MS = HOUR_MS;

/** How long a speech service may be out of order before a transcript that is doubted is kept as it is. */
export const COMPARISON_OUTAGE_MS = HOUR_MS;

/** How long an outage of a recorder or speech server lasts before it is reported to the operator. */
export const REPORT_AFTER_MS = 15 * MINUTE_MS;

/** How long a summarizer may be out of order before another stands in. */
export const SUMMARY_OUTAGE_MS = 6 * HOUR_MS;

/** Whether it has failed for so long that it is given up. */
export const hasFailedFor = ({ failing }: Failing, milliseconds: number, now: Instant): boolean =>
  failing !== null && now - failing.since >= milliseconds;
