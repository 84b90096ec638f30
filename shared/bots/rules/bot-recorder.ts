import type { BotId } from '#shared/core/ids';
import { type Instant, later, MINUTE_MS } from '#shared/core/time';
import type { RecorderObservation } from '#shared/recorders/rules/observation';

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
  /** Set once the bot is asked to leave because it stays too long. */
  readonly leaving?: {
    /** What was seen; becomes the `reason_message` of a bot that does not leave. */
    readonly why: string;
    /** How often the bot was still there after it was asked to leave. */
    readonly looks: number;
  };
}

/**
 * A request to create a bot whose answer was lost may still take effect within this time: no other recorder is asked,
 * and `find` is not believed before. Requests to recorders end after 20 seconds.
 */
const SETTLE_MS = MINUTE_MS;

export const settlesAt = ({ askedAt }: Pick<BotRecorder, 'askedAt'>): Instant => later(askedAt, SETTLE_MS);

/** The parts of a bot that say where it was given to. */
export interface GivenToRecorder {
  /** Absent until it is dispatched, and while no recorder takes it. */
  readonly recorder?: BotRecorder;
  /** Recorders that failed before they recorded: each is asked once. */
  readonly recordersTried?: readonly string[];
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
