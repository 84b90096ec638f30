import * as v from 'valibot';
import { AttendeeBot } from '#shared/capture/recorders/attendee/attendee-schemas';
import { type Instant, isoOf, later, SECOND_MS } from '#shared/foundation/core/time';

export const NOON = Date.parse('2026-11-23T12:00:00Z') as Instant;

type Named = string | readonly [type: string, subType: string];

/** A bot with events ten seconds apart from noon on. */
export function anAttendeeBot({
  state,
  events = [],
  recording = 'not_started',
}: {
  readonly state: string;
  readonly events?: readonly Named[];
  readonly recording?: string;
}): AttendeeBot {
  const listed = ['join_requested', ...events].map((event, index) => {
    const [type, sub_type] = typeof event === 'string' ? [event] : event;
    return { type, created_at: isoOf(later(NOON, index * 10 * SECOND_MS)), ...(sub_type && { sub_type }) };
  });
  return v.parse(AttendeeBot, { id: 'bot_A', state, events: listed, recording_state: recording });
}
