import { botStore } from '#shared/bots/store';
import { brandKitStore } from '#shared/brand-kits/store';
import { endCalendarEvent as end } from '#shared/calendar-events/commands/end-calendar-event';
import { pushCalendarEvent as push } from '#shared/calendar-events/commands/push-calendar-event';
import { calendarEventStore } from '#shared/calendar-events/store';
import { apiGroup } from '#shared/http/api-group';
import { meetingStore } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import { settingsStore } from '#shared/settings/store';
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
