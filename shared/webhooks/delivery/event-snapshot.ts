import { presentBot } from '#shared/bots/present';
import { presentCalendarConnection } from '#shared/calendars/connections/present';
import { presentCalendarFeed } from '#shared/calendars/feeds/present';
import { presentConversation } from '#shared/conversations/present';
import type { JsonObject } from '#shared/core/json';
import type { Instant } from '#shared/core/time';
import type { EventSnapshot } from '#shared/events/ports';
import type { DomainEvent } from '#shared/events/rules/domain-event';
import { presentExport } from '#shared/exports/present';
import { presentMeeting } from '#shared/meetings/present';
import { presentOrder } from '#shared/orders/present';
import { presentThreshold } from '#shared/usage/present';
import { NEWEST_VERSION } from '#shared/versions/releases';
import { presentWebhookEvent } from '#shared/webhooks/delivery/present';
import { presentWebhookEndpoint } from '#shared/webhooks/endpoints/present';

/** The resource of an event as a read at that moment would answer it. */
export function snapshotOf(event: DomainEvent, at: Instant): JsonObject {
  if ('bot' in event) return presentBot(event.bot);
  if ('connection' in event) return presentCalendarConnection(event.connection);
  if ('feed' in event) return presentCalendarFeed(event.feed);
  if ('conversation' in event) return presentConversation(event.conversation);
  if ('export' in event) return presentExport(event.export, at, null);
  if ('order' in event) return presentOrder(event.order);
  if ('endpoint' in event) return presentWebhookEndpoint(event.endpoint);
  if ('usage' in event) return presentThreshold(event.usage);
  if ('delivery' in event) return presentWebhookEvent(event.delivery);
  return presentMeeting(event.meeting, { now: at, withSettings: true });
}

/** As it is stored with the event. */
export const storedSnapshotOf: EventSnapshot = (event, at) => ({
  version: NEWEST_VERSION,
  snapshot: snapshotOf(event, at),
});
