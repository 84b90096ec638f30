import type { Meeting, WebhookEvent } from '#bin/demo/api-schemas';
import { type TrackedMeeting, withEvent, withState } from '#bin/demo/tracked-meeting';

/** The meetings of this run by id, with what webhooks say about them. */
export interface MeetingTracker {
  /** Tracks a meeting, including events that arrived earlier. */
  readonly track: (tracked: TrackedMeeting) => void;
  readonly receive: (event: WebhookEvent) => void;
  readonly refresh: (meeting: Meeting) => void;
  readonly meetings: () => readonly TrackedMeeting[];
}

/** Calls back for each event about a tracked meeting. */
export function meetingTracker(onEvent: (event: WebhookEvent, after: TrackedMeeting) => void): MeetingTracker {
  const byId = new Map<string, TrackedMeeting>();
  // A webhook can arrive before the response to the push.
  const early: WebhookEvent[] = [];

  const receive = (event: WebhookEvent) => {
    const before = byId.get(meetingIdOf(event));
    if (!before) return void early.push(event);
    const after = withEvent(before, event);
    byId.set(after.meeting.id, after);
    onEvent(event, after);
  };
  return {
    receive,
    track: (tracked) => {
      byId.set(tracked.meeting.id, tracked);
      for (const event of early.splice(0)) receive(event);
    },
    refresh: (meeting) => {
      const before = byId.get(meeting.id);
      if (before) byId.set(meeting.id, withState(before, meeting));
    },
    meetings: () => [...byId.values()],
  };
}

const meetingIdOf = ({ data: { object } }: WebhookEvent): string =>
  object.object === 'meeting' ? object.id : object.meeting_id;
