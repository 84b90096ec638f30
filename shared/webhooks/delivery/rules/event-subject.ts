import type { WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';

/** The webhook endpoint that an operational event is about: it does not get the event. */
export function endpointOf(event: DomainEvent): WebhookEndpointId | undefined {
  if ('endpoint' in event) return event.endpoint.id;
  return 'delivery' in event ? (event.delivery.endpointId ?? undefined) : undefined;
}

/** The workspace that an event happened in. */
export function workspaceOf(event: DomainEvent): WorkspaceId {
  if ('meeting' in event) return event.meeting.workspaceId;
  if ('bot' in event) return event.bot.workspaceId;
  if ('connection' in event) return event.connection.workspaceId;
  if ('feed' in event) return event.feed.workspaceId;
  if ('conversation' in event) return event.conversation.conversation.workspaceId;
  if ('export' in event) return event.export.workspaceId;
  if ('order' in event) return event.order.workspaceId;
  if ('usage' in event) return event.usage.workspaceId;
  return 'endpoint' in event ? event.endpoint.workspaceId : event.delivery.workspaceId;
}
