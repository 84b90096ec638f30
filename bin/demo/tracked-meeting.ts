import type { EventAnswer, MeetingAnswer } from '#bin/demo/api-responses';
import { type Label, labelOf } from '#bin/demo/display-label';

/** A meeting of the calendar while the demo looks on. */
export interface WatchedMeeting {
  /** As it is numbered on the screen, from 1. */
  readonly number: number;
  readonly title: string;
  /** Newest state that has been seen, whatever the order in which states arrived. */
  readonly meeting: MeetingAnswer;
  readonly label: Label;
  /** A bot of it is on its way. */
  readonly recorded: boolean;
  /** Types of the events that have to arrive. */
  readonly promised: readonly string[];
  /** Types of those that did, in their order, some more than once. */
  readonly arrived: readonly string[];
  /** Why its bot ended without a result. */
  readonly failure: string | undefined;
}

export const OF_A_RECORDING = [
  'bot.recording_started',
  'bot.recording_completed',
  'bot.transcript_ready',
  'bot.summary_ready',
];

const UNDER_WAY = ['queued', 'joining', 'in_call'];

interface Seen {
  readonly number: number;
  readonly title: string;
  /** Right after the push. */
  readonly meeting: MeetingAnswer;
  /** The service had not known the occurrence before. */
  readonly isNew: boolean;
}

/** What is to come of a meeting as it was right after it was pushed. */
export function watched({ number, title, meeting, isNew }: Seen): WatchedMeeting {
  const recorded = meeting.recordings.some(({ status }) => UNDER_WAY.includes(status));
  // Of a meeting that was recorded before, results that are ready stay so: it finishes once.
  const finishes = recorded && meeting.results.status !== 'ready';
  const promised = [
    ...(isNew ? ['meeting.created'] : []),
    ...(recorded ? ['meeting.updated', ...OF_A_RECORDING] : []),
    ...(finishes ? ['meeting.finished'] : []),
  ];
  return { number, title, meeting, label: labelOf(meeting), recorded, promised, arrived: [], failure: undefined };
}

/** The meeting after one more event about it. */
export function afterEvent(before: WatchedMeeting, { type, data }: EventAnswer): WatchedMeeting {
  const after = { ...before, arrived: [...before.arrived, type] };
  const { object } = data;
  if (object.object === 'meeting') return withState(after, object);
  if (object.status !== 'failed') return after;
  return { ...after, failure: object.reason_message ?? object.reason ?? 'for no reason that was given' };
}

/** Events come in any order, and so do the states in them. */
export function withState(before: WatchedMeeting, meeting: MeetingAnswer): WatchedMeeting {
  if (meeting.updated_at < before.meeting.updated_at) return before;
  return { ...before, meeting, label: labelOf(meeting) };
}

/** Promised, and not yet arrived. */
export const missingOf = ({ promised, arrived }: WatchedMeeting): readonly string[] =>
  promised.filter((type) => !arrived.includes(type));

/** Nothing more needs to be waited for. */
export const isThrough = (one: WatchedMeeting): boolean => one.failure !== undefined || missingOf(one).length === 0;
