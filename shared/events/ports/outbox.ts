import type { BotId, CalendarConnectionId, DeliveryId, OutboxId, WorkspaceId } from '#shared/core/ids';
import type { JsonObject } from '#shared/core/json';
import type { Instant } from '#shared/core/time';
import type { DomainEvent } from '#shared/events/rules/domain-event';
import type { Subscription } from '#shared/workspaces/rules/workspace';

/** The key of an outbox row: all that the bus and queues contain of it. */
export interface OutboxRef {
  readonly id: OutboxId;
  /** The type of the event or the job. */
  readonly type: string;
  /** What a job is about. */
  readonly subject?: OutboxSubject | undefined;
}

export type OutboxSubject = BotId | CalendarConnectionId | DeliveryId;

/** An event as it was written in the transaction of its change. */
export interface OutboxEvent {
  readonly id: OutboxId;
  readonly type: string;
  readonly workspaceId: WorkspaceId;
  readonly at: Instant;
  /** The endpoints that were subscribed then, disabled ones included. */
  readonly endpoints: readonly Subscription[];
  readonly snapshot: JsonObject;
  /** Not fanned out yet. */
  readonly unfinished: boolean;
}

/**
 * The resource as it was when the event happened: in its newest shape, its phase included, with what older versions
 * still need. It is taken with the change itself and never rebuilt: docs/limits-and-rules.md#webhooks.
 */
export type EventSnapshot = (event: DomainEvent, at: Instant) => JsonObject;

/** A due workspace. It has no outbox row. */
export interface DueWorkspace {
  readonly id: WorkspaceId;
  readonly type: 'job.workspace_due';
  readonly subject?: undefined;
}

export type BusMessage = OutboxRef | DueWorkspace;

/** Publishes the keys of outbox rows and of due workspaces. */
export interface EventBus {
  /** Throws unless every message was accepted; some may have been accepted, and may be delivered twice. */
  publish(messages: readonly BusMessage[]): Promise<void>;
}
