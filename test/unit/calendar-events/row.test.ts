import * as v from 'valibot';
import { CalendarEventRow, storedCalendarEvent } from '#shared/meetings/calendar-events/row';
import { expect, it } from '#test/support/jest';
import { anEvent } from '#test/unit/meetings/rules/a-meeting';

it('a calendar event is stored with its calendar as `connectionId`, as rows of before feeds have it, and read again', () => {
  const event = anEvent('ada', { calendarId: 'cfd_01h455vb4pex5vsknk084sn02q' as never });

  const stored = JSON.parse(JSON.stringify(storedCalendarEvent(event)));

  expect(stored).toMatchObject({ connectionId: 'cfd_01h455vb4pex5vsknk084sn02q' });
  expect(stored).not.toHaveProperty('calendarId');
  expect(v.parse(CalendarEventRow, stored)).toEqual(event);
});
