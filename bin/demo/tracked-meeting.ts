import type { Meeting, WebhookEvent } from '#bin/demo/api-schemas';
import { type Label, labelOf } from '#bin/demo/display-label';

/** A pushed meeting, with the webhook events that are expected about it. */
export interface TrackedMeeting {
  /** From 1, as it is printed. */
  readonly number: number;
  readonly title: string;
  /** The newest state, whatever the order of the events. */
  readonly meeting: Meeting;
  readonly label: Label;
  /** It has a bot that has not ended. */
  readonly hasBot: boolean;
  /** Event types. */
  readonly expected: readonly string[];
  /** Event types in order of arrival, with repetitions. */
  readonly received: readonly string[];
  /** Why its bot failed. */
  readonly failure: string | undefined;
}

export const RECORDING_EVENTS = [
  'bot.recording_started',
  'bot.recording_completed',
  'bot.transcript_ready',
  'bot.summary_ready',
];

const ACTIVE_STATUSES = ['queued', 'joining', 'in_call'];

interface PushedMeeting {
  readonly number: number;
  readonly title: string;
  /** Immediately after the push. */
  readonly meeting: Meeting;
  /** The push created it. */
  readonly isNew: boolean;
}

export function trackedMeeting({ number, title, meeting, isNew }: PushedMeeting): TrackedMeeting {
  const hasBot = meeting.recordings.some(({ status }) => ACTIVE_STATUSES.includes(status));
  // Results of an earlier recording stay ready: the meeting finishes once.
  const finishes = hasBot && meeting.results.status !== 'ready';
  const expected = [
    ...(isNew ? ['meeting.created'] : []),
    ...(hasBot ? ['meeting.updated', ...RECORDING_EVENTS] : []),
    ...(finishes ? ['meeting.finished'] : []),
  ];
  return { number, title, meeting, label: labelOf(meeting), hasBot, expected, received: [], failure: undefined };
}

export function withEvent(before: TrackedMeeting, { type, data: { object } }: WebhookEvent): TrackedMeeting {
  const after = { ...before, received: [...before.received, type] };
  if (object.object === 'meeting') return withState(after, object);
  if (object.status !== 'failed') return after;
  return { ...after, failure: object.reason_message ?? object.reason ?? 'no reason' };
}

/** Ignores a state that is older than the known one. */
export const withState = (before: TrackedMeeting, meeting: Meeting): TrackedMeeting =>
  meeting.updated_at < before.meeting.updated_at ? before : { ...before, meeting, label: labelOf(meeting) };

export const missingEvents = ({ expected, received }: TrackedMeeting): readonly string[] =>
  expected.filter((type) => !received.includes(type));

/** No further event is expected. */
export const isComplete = (tracked: TrackedMeeting): boolean =>
  tracked.failure !== undefined || missingEvents(tracked).length === 0;
