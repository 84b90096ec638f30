import type { MeetingId } from '#shared/foundation/core/ids';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { meetings } from '#shared/meetings/meetings/store';
import type { World } from '#test/support/api';

/** Inserts copies of a pushed meeting, a minute apart, each with its own link, without their other rows. Returns all ids. */
export async function insertMeetings({ context }: World, first: string, count: number): Promise<readonly string[]> {
  const model = (await meetings.find(context.table, first as MeetingId))?.state;
  const event = model?.calendarEvent;
  if (!model || !event) throw new Error('The meeting to copy does not exist.');
  const ids: string[] = [first];
  for (let nth = 1; nth < count; nth += 1) {
    const id = context.ids.make('mtg');
    const eventId = context.ids.make('cev');
    const startsAt = later(event.startsAt, nth * MINUTE_MS);
    const span = { startsAt, endsAt: later(startsAt, 30 * MINUTE_MS) as Instant };
    const icalUid = `many-${nth}@acme.test`;
    const calendarEvent = { ...event, ...span, id: eventId, meetingId: id, icalUid, originalStartsAt: startsAt };
    const meetingUrl = `https://zoom.us/j/${1_000_000_000 + nth}`;
    const carriers = model.carriers.map((carrier) => ({ ...carrier, eventId }));
    const after = { ...model, ...span, id, calendarEvent, carriers, meetingUrl, platform: 'zoom' as const };
    const [row] = meetings.put(undefined, after);
    if (row) await context.table.write(row);
    ids.push(id);
  }
  return ids;
}
