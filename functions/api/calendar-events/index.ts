import { apiGroup } from '#shared/api/api-group';
import { endCalendarEvent as end } from '#shared/commands/calendar-events/end-calendar-event';
import { pushCalendarEvent as push } from '#shared/commands/calendar-events/push-calendar-event';
import { botStore } from '#shared/storage/bots';
import { brandKitStore } from '#shared/storage/brand-kits';
import { calendarEventStore } from '#shared/storage/calendar-events';
import { meetingStore } from '#shared/storage/meetings';
import { memberStore } from '#shared/storage/members';
import { settingsStore } from '#shared/storage/settings';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { cancelCalendarEvent } from './cancel-calendar-event.ts';
import { getCalendarEvent } from './get-calendar-event.ts';
import { pushCalendarEvent } from './push-calendar-event.ts';

export function calendarEvents(around: Surroundings) {
  const needs = {
    ...around,
    bots: botStore(around.table),
    events: calendarEventStore(around.table),
    meetings: meetingStore(around.table),
    members: memberStore(around.table),
    kits: brandKitStore(around.table),
    settings: settingsStore(around.table),
  };
  return apiGroup(
    around.edge,
    pushCalendarEvent({ ...needs, push: push(needs) }),
    getCalendarEvent(needs),
    cancelCalendarEvent({ ...needs, end: end(needs) }),
  );
}

export const handler = served(calendarEvents);
