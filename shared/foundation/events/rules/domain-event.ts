import type { WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';

/**
 * What each type of event carries: the resource that it is about. Empty here, since each feature adds its own types beside
 * them, by `declare module`: docs/architecture.md#contexts.
 */
export interface EventTypes extends Record<never, never> {}

/**
 * What each type of job carries: its subject, or a `content`, plain JSON with ids and no personal data. Each feature adds
 * its own types, as to `EventTypes`.
 */
export interface JobTypes extends Record<never, never> {}

/** A change that webhook endpoints can subscribe to, with the resource as it was then. */
export type DomainEvent = { [Type in keyof EventTypes]: { readonly type: Type } & EventTypes[Type] }[keyof EventTypes];

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

/**
 * Background work, written in the transaction of the state that requires it. A job with a subject has it in its key; any
 * other has a `content` and may run in steps (`workOnJob`).
 */
export type Job = { [Type in keyof JobTypes]: { readonly type: Type } & JobTypes[Type] }[keyof JobTypes];
