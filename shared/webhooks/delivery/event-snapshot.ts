import { presentThreshold } from '#shared/accounts/usage/present';
import { presentCalendarConnection } from '#shared/calendars/connections/present';
import { presentCalendarFeed } from '#shared/calendars/feeds/present';
import { presentBot } from '#shared/capture/bots/present';
import type { JsonObject } from '#shared/foundation/core/json';
import type { Instant } from '#shared/foundation/core/time';
import type { EventSnapshot } from '#shared/foundation/events/ports';
import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';
import { NEWEST_VERSION } from '#shared/foundation/versions/releases';
import { presentMeeting } from '#shared/meetings/meetings/present';
import { presentConversation } from '#shared/texts/conversations/present';
import { presentExport } from '#shared/texts/exports/present';
import { presentOrder } from '#shared/texts/orders/present';
import { presentWebhookEvent } from '#shared/webhooks/delivery/present';
import { endpointOf, workspaceOf } from '#shared/webhooks/delivery/rules/event-subject';
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
  workspaceId: workspaceOf(event),
  notFor: endpointOf(event),
  version: NEWEST_VERSION,
  snapshot: snapshotOf(event, at),
});
