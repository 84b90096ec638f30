import type { BotId, CalendarConnectionId, DeliveryId, OutboxId, WorkspaceId } from '#shared/core/ids';
import type { JsonObject } from '#shared/core/json';
import type { Instant } from '#shared/core/time';
import type { Subscription } from '#shared/workspaces/rules/workspace';

/** What stands for an outbox row on the bus and in queues: its key, and no content. */
export interface OutboxNotice {
  readonly id: OutboxId;
  /** The event's type, or the job's. */
  readonly type: string;
  /** Whom a job is about. */
  readonly subject?: OutboxSubject | undefined;
}

export type OutboxSubject = BotId | CalendarConnectionId | DeliveryId;

/** An event as it was left in the transaction that made it happen. */
export interface OutboxEvent {
  readonly id: OutboxId;
  readonly type: string;
  readonly workspaceId: WorkspaceId;
  readonly at: Instant;
  /** Subscribed at that moment, disabled ones included. */
  readonly endpoints: readonly Subscription[];
  readonly snapshot: JsonObject;
  /** Not yet acknowledged from end to end. */
  readonly unfinished: boolean;
}

export interface Outbox {
  read(id: OutboxId, type: string): Promise<OutboxEvent | undefined>;
  /** The text of an event's resource at one pin, as it was kept. */
  text(id: OutboxId, pin: string): Promise<string | undefined>;
  /** Keeps a text and answers what is kept: the first one wins, so that every attempt sends the same bytes. */
  keepText(event: OutboxEvent, pin: string, text: string): Promise<string>;
  /** The end-to-end acknowledgement: the sweeper looks at the row no more. Repeating it changes nothing. */
  finish(notice: OutboxNotice): Promise<void>;
}
