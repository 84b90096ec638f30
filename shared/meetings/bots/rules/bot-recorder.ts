import type { BotId, WorkspaceId } from '#shared/foundation/core/ids';
import { earlier, type Instant, later, laterOf, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { RecorderObservation } from '#shared/meetings/recorders/rules/observation';

/** The recorder that a bot was given to. It is kept when the bot has ended, since its data may be there still. */
export interface BotRecorder {
  /** Of the registry. */
  readonly name: string;
  /** The recorder's own id of the bot; null until it has answered. */
  readonly externalId: string | null;
  readonly askedAt: Instant;
  /** What this recorder leaves out of the recording, in sentences. */
  readonly leavesOut: readonly string[];
  /** What it last reported, and when; null until it has. */
  readonly seen: { readonly state: RecorderObservation['state']; readonly at: Instant } | null;
  /** Set while it does not say whether it has the bot. */
  readonly unclear?: Unclear;
  /** Set once the bot is asked to leave because it stays too long. */
  readonly leaving?: {
    /** What was seen; becomes the `reason_message` of a bot that does not leave. */
    readonly why: string;
    /** How often the bot was still there after it was asked to leave. */
    readonly looks: number;
  };
}

/** The request to create a bot had no success, and the recorder does not say whether it has the bot all the same. */
export interface Unclear {
  /** When that request ended. */
  readonly since: Instant;
  /** The request was answered, with an error: nothing happens later. */
  readonly isAnswered: boolean;
}

/** A recorder that was passed over and may have the bot all the same. */
export interface PassedOver extends Pick<BotRecorder, 'name' | 'externalId' | 'askedAt' | 'leavesOut'> {
  /**
   * The recorder's own id of the bot, once it is found there while another recorder has it, or after its end: from then on
   * it is only asked to leave. Null before.
   */
  readonly externalId: string | null;
  /** As of `Unclear`. */
  readonly isAnswered: boolean;
}

/**
 * A request to create a bot whose answer was lost may still take effect within this time: until then `find` is not
 * believed that there is none. Requests to recorders end after 20 seconds.
 */
const SETTLE_MS = MINUTE_MS;

export const settlesAt = ({ askedAt }: Pick<BotRecorder, 'askedAt'>): Instant => later(askedAt, SETTLE_MS);

/** A recorder that finds no bot of ours is believed. */
export const isBelieved = ({ askedAt, unclear }: Pick<BotRecorder, 'askedAt' | 'unclear'>, now: Instant): boolean =>
  unclear?.isAnswered === true || now >= settlesAt({ askedAt });

/**
 * A recorder is asked for so long whether it has a bot. Then the next is asked: within 30 seconds of the first refusal,
 * with the last lookup, which takes up to 10 seconds.
 */
const FINDS_OUT_WITHIN_MS = 18 * SECOND_MS;
const LOOK_EVERY_MS = 10 * SECOND_MS;

export const isUnclearForTooLong = ({ since }: Unclear, now: Instant): boolean =>
  now >= later(since, FINDS_OUT_WITHIN_MS);

/** When the recorder is asked again whether it has the bot, after it was asked at `lookedAt`. */
export const nextLookup = ({ since }: Unclear, lookedAt: Instant, now: Instant): Instant =>
  laterOf(now, earlier(later(lookedAt, LOOK_EVERY_MS), later(since, FINDS_OUT_WITHIN_MS)));

/** A recorder that was passed over is to leave the bot to others. A type and not an interface, since it is stored as JSON. */
export type RecorderLeaving = {
  readonly workspaceId: WorkspaceId;
  readonly botId: BotId;
  /** Its name. */
  readonly recorder: string;
};

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** A recorder may have a bot that another one was asked for: it is to leave it. */
    'job.recorder_leaving': { readonly content: RecorderLeaving };
  }
}

/** The parts of a bot that say where it was given to. */
export interface GivenToRecorder {
  /** Absent until it is dispatched, and while no recorder takes it. */
  readonly recorder?: BotRecorder;
  /** Recorders that failed before they recorded: each is asked once. */
  readonly recordersTried?: readonly string[];
  /** Recorders that may have the bot although another was asked, or it has ended: each until it says that it has not. */
  readonly passedOver?: readonly PassedOver[];
  /** Recorders that were passed over or failed, in sentences. */
  readonly recorderNotes?: readonly string[];
}

/** How the recorder is asked about a bot; undefined until it has answered. */
export const atRecorder = ({ id, recorder }: GivenToRecorder & { readonly id: BotId }) =>
  recorder && recorder.externalId !== null ? { botId: id, externalId: recorder.externalId } : undefined;

/** The `recorder_notes` of the API: what happened on the way, then what the recorder leaves out. */
export const notesOf = ({ recorder, recorderNotes }: GivenToRecorder): readonly string[] => [
  ...(recorderNotes ?? []),
  ...(recorder?.leavesOut ?? []),
];

/** The most lines of them about recorders that did not record. */
const MAX_NOTES = 20;

/** The lines that are new to the bot are added at the end. */
export function withNotes<Of extends GivenToRecorder>(bot: Of, lines: readonly string[]): Of {
  const recorderNotes = [...new Set([...(bot.recorderNotes ?? []), ...lines])].slice(0, MAX_NOTES);
  return recorderNotes.length > 0 ? { ...bot, recorderNotes } : bot;
}

/** The bot as its recorder reported it; what it reported before where it did not report now. */
export const asSeen = <Of extends GivenToRecorder>(
  bot: Of,
  observation: RecorderObservation | undefined,
  at: Instant,
): Of =>
  bot.recorder && observation ? { ...bot, recorder: { ...bot.recorder, seen: { state: observation.state, at } } } : bot;
