import type {
  CompanyId,
  ConversationId,
  MeetingId,
  OrderId,
  OutboxId,
  PersonId,
  UploadId,
  WebhookEndpointId,
  WorkspaceId,
} from '#shared/foundation/core/ids';
import type { JsonObject } from '#shared/foundation/core/json';
import type { Instant } from '#shared/foundation/core/time';
import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';
import type { OutboxSubject } from '#shared/foundation/events/rules/outbox-subject';
import type { Subscription } from '#shared/foundation/events/rules/subscription';

/** The key of an outbox row: all that the bus and queues contain of it. */
export interface OutboxRef {
  readonly id: OutboxId;
  /** The type of the event or the job. */
  readonly type: string;
  /** What a job is about. */
  readonly subject?: OutboxSubject | undefined;
}

/** The place of an event beyond the webhooks of a minute (docs/decisions/webhooks-of-one-workspace.md). */
export interface FanoutSlot {
  /** It waits for the rate of its workspace first, and then, if it has to, for that of all workspaces of their founder. */
  readonly in: 'workspace' | 'founder';
  /** When it is looked at again. */
  readonly at: Instant;
  /** How many webhooks each of its own was counted as. */
  readonly weight: number;
  /** How many its own were, by their size; absent in rows of before this was kept. */
  readonly webhooks?: number;
}

/** An event as it was written in the transaction of its change. */
export interface OutboxEvent {
  readonly id: OutboxId;
  readonly type: string;
  readonly workspaceId: WorkspaceId;
  readonly at: Instant;
  /** The endpoints that were subscribed then, disabled ones included, and the order with a `webhook_url`. */
  readonly endpoints: readonly Subscription[];
  readonly snapshot: JsonObject;
  /** The API version whose shape the snapshot has: the newest one when the event happened. */
  readonly version: string;
  /** While or since it waited for a slot. */
  readonly slot?: FanoutSlot | undefined;
  /** Not fanned out yet, or a delivery still waits for its first attempt. */
  readonly unfinished: boolean;
}

/**
 * The resource as it was when the event happened: in its newest shape, its phase included, with what older versions
 * still need. It is taken with the change itself and never rebuilt: docs/limits-and-rules.md#webhooks.
 */
export type EventSnapshot = (
  event: DomainEvent,
  at: Instant,
) => Pick<OutboxEvent, 'workspaceId' | 'snapshot' | 'version'> & {
  /** The webhook endpoint that the event is about, which does not get it. */
  readonly notFor: WebhookEndpointId | undefined;
};

/** A workspace of which something is due, by a row of its own. */
export interface DueWorkspace {
  readonly id: WorkspaceId;
  readonly type:
    | 'job.workspace_due'
    | 'job.workspace_retention_due'
    | 'job.workspace_search_due'
    | 'job.workspace_usage_due';
}

/** A due workspace, meeting, person, company, order, conversation or upload: its own row is due, and it has no outbox row. */
export type DueResource =
  | DueWorkspace
  | { readonly id: MeetingId; readonly type: 'job.meeting_due' | 'job.meeting_people_due' }
  | { readonly id: PersonId; readonly type: 'job.person_due' }
  | { readonly id: CompanyId; readonly type: 'job.company_due' }
  | { readonly id: OrderId; readonly type: 'job.order_due' }
  | { readonly id: ConversationId; readonly type: 'job.conversation_due' }
  | { readonly id: UploadId; readonly type: 'job.upload_due' };

/** Publishes the keys of outbox rows. */
export interface EventBus {
  /** Throws unless every message was accepted; some may have been accepted, and may be delivered twice. */
  publish(messages: readonly OutboxRef[]): Promise<void>;
}

/** A queue: messages may arrive twice and in any order. */
export interface Queue<Message> {
  /** Throws unless every message was accepted; some may have been. */
  readonly send: (messages: readonly Outgoing<Message>[]) => Promise<void>;
}

/**
 * A queue for senders that know keys alone. Its worker does nothing with such a message but send it once more in its
 * message group: SQS serves ungrouped messages like those of a quiet tenant. Or no worker takes it, as of dead letters.
 */
export interface KeyQueue<Message> {
  /** Throws unless every message was accepted; some may have been. */
  readonly send: (messages: readonly Ungrouped<Message>[]) => Promise<void>;
}

/** A message that a worker works on. */
export interface Outgoing<Message> {
  readonly message: Message;
  /** Whole seconds, at most 900. */
  readonly delaySeconds?: number;
  /** The message group, by workspace or by endpoint: many messages of one group do not delay the others. */
  readonly group: string;
}

export interface Ungrouped<Message> extends Omit<Outgoing<Message>, 'group'> {
  readonly group?: undefined;
}

/** A received message. */
export interface Received {
  /** The queue's own name. */
  readonly queue: string;
  readonly receipt: string;
}

export interface Visibility {
  /** Hides a received message for this many seconds from now, in place of the queue's visibility timeout. */
  hideFor(received: Received, seconds: number): Promise<void>;
}
