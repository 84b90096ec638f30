import type { EventAnswer, MeetingAnswer } from '#bin/demo/api-responses';
import { afterEvent, type WatchedMeeting, withState } from '#bin/demo/tracked-meeting';

/** All meetings that the demo looks on, and what has arrived about them. */
export interface Ledger {
  /** From now on the meeting is followed; what arrived about it already is taken in. */
  readonly follow: (one: WatchedMeeting) => void;
  readonly hear: (event: EventAnswer) => void;
  readonly reread: (meeting: MeetingAnswer) => void;
  readonly meetings: () => readonly WatchedMeeting[];
}

/** Told of each event about a meeting that is followed; events about others are no concern of the demo. */
export type OnHeard = (event: EventAnswer, after: WatchedMeeting) => void;

export function openLedger(onHeard: OnHeard): Ledger {
  const byId = new Map<string, WatchedMeeting>();
  // A webhook can be faster than the answer to the push that it is about.
  const early: EventAnswer[] = [];

  const hear = (event: EventAnswer) => {
    const before = byId.get(meetingIdIn(event));
    if (!before) return void early.push(event);
    const after = afterEvent(before, event);
    byId.set(after.meeting.id, after);
    onHeard(event, after);
  };
  return {
    hear,
    follow: (one) => {
      byId.set(one.meeting.id, one);
      for (const event of early.splice(0)) hear(event);
    },
    reread: (meeting) => {
      const before = byId.get(meeting.id);
      if (before) byId.set(meeting.id, withState(before, meeting));
    },
    meetings: () => [...byId.values()],
  };
}

const meetingIdIn = ({ data: { object } }: EventAnswer): string =>
  object.object === 'meeting' ? object.id : object.meeting_id;
