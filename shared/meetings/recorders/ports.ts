import type { Clock } from '#shared/foundation/core/clock';
import type { BotId, OperationId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { ByteRange, OpenMedia } from '#shared/foundation/files/rules/open-media';
import type { RecorderCapabilities } from '#shared/meetings/recorders/rules/capabilities';
import type { LiveLine } from '#shared/meetings/recorders/rules/live-line';
import type { RecordedFile, RecorderObservation } from '#shared/meetings/recorders/rules/observation';
import type { SpeakerHints } from '#shared/meetings/recorders/rules/speaker-hints';
import type { SpeakerTimeline } from '#shared/meetings/recorders/rules/speaker-timeline';
import type { Transcript } from '#shared/meetings/results/rules/results';

/** A kind of recorder: what it can do, and how one is made. */
export interface RecorderAdapter {
  readonly capabilities: RecorderCapabilities;
  make(configuration: RecorderConfiguration, tools: RecorderTools): Recorder;
}

/** One configured recorder, with its secrets opened. */
export interface RecorderConfiguration {
  /** Lower-case letters, digits and hyphens; unique in the deployment. */
  readonly name: string;
  /** Origin and path prefix of the recorder's API, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Verifies its webhooks; null where none is set. */
  readonly webhookSecret: string | null;
  /**
   * Where this recorder may send webhooks: `…/hooks/recorders/{name}/{token}`, https, the token unguessable. Null where
   * the deployment has no address on the internet: polls alone then.
   */
  readonly hookUrl: string | null;
}

export interface RecorderTools {
  /** The global `fetch`, or a replacement in tests. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly clock: Clock;
}

/**
 * A service that joins calls and records them. Every call may be repeated. A call that is not answered within 20 s, or is
 * answered 429 or 5xx, throws `RecorderUnreachable`; one whose answer cannot be read throws `InvalidRecorderAnswer`.
 * What a recorder reports about a call is an observation, not an error.
 */
export interface Recorder {
  /**
   * Asks for a bot to join now. Our bot id travels along wherever the recorder keeps it (metadata, deduplication key,
   * title). After an error the bot may have been created: `find` says so.
   */
  send(order: RecordingOrder): Promise<SendResult>;
  /**
   * The bot that an earlier `send` with our bot id created, also if that `send` failed. Undefined where there is none.
   * Ends within `LOOKUP_TIMEOUT_MS`, since another recorder may have to be asked.
   */
  find(order: Pick<RecordingOrder, 'botId' | 'meetingUrl'>): Promise<AcceptedBot | undefined>;
  /** The current state of the bot. Undefined when the recorder does not know it. */
  observe(bot: BotAtRecorder): Promise<RecorderObservation | undefined>;
  /** Ends the recording and keeps it. No error where it has left already. */
  leave(bot: BotAtRecorder): Promise<void>;
  /** Ends the bot and throws away what it has, now or as soon as it has left. No error where it is gone already. */
  cancel(bot: BotAtRecorder): Promise<void>;
  /** Deletes the recording and transcript of a bot that has left. No error where they are gone already. */
  deleteData(bot: BotAtRecorder): Promise<void>;
  /**
   * Opens a file that `observe` lists, from the first byte of the range. A link that has expired is fetched anew.
   * Throws `MediaGone` when the recorder has deleted it.
   */
  openMedia(bot: BotAtRecorder, file: RecordedFile, range: ByteRange): Promise<OpenMedia>;
  /** The transcript that the recorder makes itself. Undefined when it makes none. */
  transcript(bot: BotAtRecorder): Promise<Transcription | undefined>;
  /** Who spoke when, as the platform shows it. Undefined where the recorder keeps none. */
  speakerTimeline(bot: BotAtRecorder): Promise<SpeakerTimeline | undefined>;
  /**
   * What was said in the call so far, oldest first, of a recorder that has to be asked (`liveTranscript` of its
   * capabilities): all of it or the last of it. Undefined where it knows nothing yet.
   */
  liveLines(bot: BotAtRecorder): Promise<LiveLines | undefined>;
  /**
   * Whether a webhook is the recorder's, which bot it is about, and what was said, where it says so. What it says of the
   * state of the bot only starts a status check. No input, no output.
   */
  verifyHint(request: HintRequest): RecorderHint | 'forged';
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
  /** How long it waits in the lobby before it gives up. A recorder that takes no such limit has one of its own. */
  readonly lobbySeconds: number;
}

/** A bot at its recorder. */
export interface BotAtRecorder {
  readonly botId: BotId;
  /** The recorder's own id of the bot, as `send` or `find` returned it. */
  readonly externalId: string;
}

export interface AcceptedBot {
  readonly externalId: string;
  /** Further ids by which webhooks of this recorder name the bot, for example a connection id. */
  readonly otherIds: readonly string[];
}

export type SendResult =
  | ({ readonly outcome: 'accepted' } & AcceptedBot)
  | {
      readonly outcome: 'refused';
      readonly refusal: Refusal;
      readonly nativeCode: string | null;
      /** One sentence, without links and secrets. */
      readonly detail: string;
    };

export type Refusal =
  | 'full' // no capacity, daily limit, concurrency limit: another recorder, or later
  | 'invalid_link' // the link leads to no call, at any recorder
  | 'unsupported' // this recorder cannot take this bot: its platform, or what is asked for; others may well be taken
  | 'rejected'; // this recorder takes no bot of ours: key, credits

/** A webhook of a recorder, as it arrived. */
export interface HintRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: string;
  /** The last segment of the path is the token of `hookUrl`: whether it is right. */
  readonly hasToken: boolean;
  readonly now: Instant;
}

/** Which bot a webhook is about; neither id where it is about no bot. */
export interface RecorderHint {
  readonly botId?: BotId;
  readonly externalId?: string;
  /** What was said in the call; absent from a webhook about something else. */
  readonly lines?: readonly LiveLine[];
}

/** What a recorder has of a call that is going on. */
export interface LiveLines {
  readonly lines: readonly LiveLine[];
  readonly lookAgainAt: Instant;
}

/**
 * The recorder cannot be reached or is out of order. `effect` of the request: `none`, where it was not sent, or was
 * refused before it did anything, as the recorder's documentation says of that answer; `final`, where a response came, a
 * 5xx for example, and nothing happens later; `unknown`, where no response came and it may still take effect.
 */
export class RecorderUnreachable extends Error {
  override readonly name = 'RecorderUnreachable';
  readonly effect: 'none' | 'final' | 'unknown';
  /** Of the response; null where none came. */
  readonly status: number | null;

  constructor(message?: string, effect: RecorderUnreachable['effect'] = 'unknown', status: number | null = null) {
    super(message);
    this.effect = effect;
    this.status = status;
  }
}

/** The request was begun, and no whole response came in its time. */
export class RecorderTimedOut extends RecorderUnreachable {}

/** A response came that cannot be read: nothing happens later. */
export class InvalidRecorderAnswer extends Error {
  override readonly name = 'InvalidRecorderAnswer';
  readonly effect = 'final';
  readonly status: number | null;

  constructor(message?: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

export type RecorderOutage = RecorderUnreachable | InvalidRecorderAnswer;

/** The recorder does not answer, or not as its documentation says: a later request may succeed. */
export const isRecorderOutage = (error: unknown): error is RecorderOutage =>
  error instanceof RecorderUnreachable || error instanceof InvalidRecorderAnswer;

/** The recorder has deleted the file, or its retention has passed. */
export class MediaGone extends Error {}

/**
 * Speech to text, with a start and a completion, as transcription services have: no call waits for the result.
 * Every call may be repeated for one bot. A failure for good is a value; an outage throws `TranscriberUnavailable`, or
 * `RecorderUnreachable` where the recorder transcribes, and is tried again.
 */
export interface Transcriber {
  start(job: TranscriptionJob): Promise<Transcription>;
  /** The state of a job that is running. One that is not known is started. */
  check(job: TranscriptionJob): Promise<Transcription>;
  /** Deletes what it keeps of a job that has ended: its result is stored. No error where there is nothing. */
  deleteData(job: TranscriptionJob): Promise<void>;
}

/** The transcriber is out of order, refuses its key, or has no quota left: the recording waits. */
export class TranscriberUnavailable extends Error {
  override readonly name = 'TranscriberUnavailable';
  /** The service answered an error to this job, and may well do others: a file can be the cause. */
  readonly isAboutJob: boolean;

  constructor(message: string, { isAboutJob = false } = {}) {
    super(message);
    this.isAboutJob = isAboutJob;
  }
}

export interface TranscriptionJob {
  /** Names the job in an account that keeps jobs by name: of one name there is one. */
  readonly name: BotId | OperationId;
  /** Where the audio was recorded; null where no recorder made it. */
  readonly madeBy: { readonly recorder: string; readonly externalId: string; readonly botId: BotId } | null;
  /** Key of the audio, or of a video with sound, in our file storage; empty where there is none. */
  readonly audioKey: string;
  /** Of the audio, as a file name ends without the dot: `mp3`. */
  readonly format: string;
  /** Of the recording; null where it is not known. */
  readonly durationSeconds: number | null;
  /** BCP-47, `auto` or `multi`. */
  readonly language: string;
  readonly speakers?: SpeakerHints;
  /** How many tracks of sound are heard one by one, each as a speaker; left out, the main one is heard. */
  readonly tracks?: number;
  /** The number of the one track that is to be heard, from 1 in the order of the file; left out, the main one. */
  readonly track?: number;
  /** Names and terms that are likely to be spoken; a hint, which an engine need not take. */
  readonly terms?: readonly string[];
}

interface Heard {
  /** How much the engine says that it heard until now, whatever the file says of its length; left out where it does not say. */
  readonly heardSeconds?: number;
}

export type Transcription =
  | (Heard & { readonly status: 'running'; readonly lookAgainAt: Instant })
  | (Heard & {
      readonly status: 'done';
      readonly transcript: Transcript;
      /** Seconds in which the engine heard a voice and no words that can be said in them; left out where it says none. */
      readonly unheardSeconds?: number;
    })
  /** `isFinal`: no other transcriber is asked. */
  | (Heard & {
      readonly status: 'failed';
      readonly detail: string;
      readonly isFinal?: true;
      /** What callers may be told; left out, the transcription failed for another reason. */
      readonly reason?: 'language_not_supported' | 'unsupported_media' | 'provider_unavailable';
    });
