import { presentBot } from '#shared/api/resources/bots';
import { presentCalendarConnection } from '#shared/api/resources/calendar-connections';
import { presentMeeting } from '#shared/api/resources/meetings';
import type { DomainEvent } from '#shared/domain/events';
import type { JsonObject } from '#shared/domain/json';
import type { Instant } from '#shared/domain/time';

/** The resource of an event as a read at that moment would answer it. */
export function snapshotOf(event: DomainEvent, at: Instant): JsonObject {
  if ('bot' in event) return presentBot(event.bot);
  if ('connection' in event) return presentCalendarConnection(event.connection);
  return presentMeeting(event.meeting, { now: at, withSettings: true });
}
