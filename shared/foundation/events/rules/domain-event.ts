import type { MailJob } from '#shared/accounts/mail/rules/mail';
import type { PersonNaming, StoredRemovedMember } from '#shared/accounts/members/rules/member';
import type { UsageJob } from '#shared/accounts/usage/rules/usage';
import type { CrossedThreshold } from '#shared/accounts/usage/rules/usage-limits';
import type { WorkspaceJob } from '#shared/accounts/workspaces/rules/workspace';
import type { CalendarConnection, ConnectionEnding } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import type { StoredOfCalendar } from '#shared/calendars/rules/stored-calendar-id';
import type { BotId, CalendarId, DeliveryId, WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import type { RecorderLeaving } from '#shared/meetings/bots/rules/bot-recorder';
import type { RecordingsRemoval } from '#shared/meetings/bots/rules/remove-recording';
import type { EventEndings } from '#shared/meetings/calendar-events/rules/calendar-event';
import type { LateEvent, PersonErasure } from '#shared/meetings/erasures/rules/erasure';
import type { DeletedMeeting } from '#shared/meetings/meetings/rules/delete-meeting';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import type { RetentionJob } from '#shared/meetings/meetings/rules/retention';
import type { Propagation } from '#shared/meetings/settings/rules/propagation';
import type { ConversationSummaryJob } from '#shared/texts/conversation-summaries/rules/conversation-summary';
import type { ConversationWithMeeting } from '#shared/texts/conversations/rules/conversation';
import type { DeletedConversation } from '#shared/texts/conversations/rules/trash';
import type { Export, ExportJob } from '#shared/texts/exports/rules/export';
import type { IngestionJob, OperationJob, OrderJob } from '#shared/texts/orders/rules/order';
import { ORDER_EVENTS, type OrderEvent } from '#shared/texts/orders/rules/order-events';
import type { IndexingJob, SearchJob } from '#shared/texts/search/rules/merge-times';
import type { BulkRedelivery } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import type { ClosedEndpoint } from '#shared/webhooks/endpoints/rules/close-endpoint';
import {
  DELIVERY_EVENTS,
  type DeliveryEventType,
  ENDPOINT_EVENTS,
  type EndpointEventType,
} from '#shared/webhooks/endpoints/rules/operational-event';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

export const MEETING_EVENTS = ['meeting.created', 'meeting.updated', 'meeting.finished'] as const;
export const BOT_EVENTS = [
  'bot.recording_started',
  'bot.recording_completed',
  'bot.transcript_ready',
  'bot.summary_ready',
  'bot.failed',
  'bot.cancelled',
] as const;
export const CONNECTION_EVENTS = [
  'calendar_connection.connected',
  'calendar_connection.disconnected',
  'calendar_connection.error',
] as const;

export const FEED_EVENTS = ['calendar_feed.warning'] as const;

export const CONVERSATION_EVENTS = ['conversation.ready'] as const;

export const EXPORT_EVENTS = ['export.ready', 'export.failed'] as const;

export const USAGE_EVENTS = ['usage.threshold'] as const;

/** Every event type that a webhook endpoint can subscribe to. */
export const PUBLIC_EVENTS = [
  ...BOT_EVENTS,
  ...MEETING_EVENTS,
  ...CONNECTION_EVENTS,
  ...FEED_EVENTS,
  ...CONVERSATION_EVENTS,
  ...EXPORT_EVENTS,
  ...ORDER_EVENTS,
  ...USAGE_EVENTS,
  ...ENDPOINT_EVENTS,
  ...DELIVERY_EVENTS,
] as const;

export type MeetingEventType = (typeof MEETING_EVENTS)[number];
export type BotEventType = (typeof BOT_EVENTS)[number];
export type ConnectionEventType = (typeof CONNECTION_EVENTS)[number];
export type ConversationEventType = (typeof CONVERSATION_EVENTS)[number];
export type ExportEventType = (typeof EXPORT_EVENTS)[number];

/** A change that webhook endpoints can subscribe to, with the resource as it was then. */
export type DomainEvent =
  | { readonly type: MeetingEventType; readonly meeting: Meeting }
  | { readonly type: BotEventType; readonly bot: Bot }
  | { readonly type: ConnectionEventType; readonly connection: CalendarConnection }
  | { readonly type: (typeof FEED_EVENTS)[number]; readonly feed: CalendarFeed }
  | { readonly type: ConversationEventType; readonly conversation: ConversationWithMeeting }
  | { readonly type: ExportEventType; readonly export: Export }
  | OrderEvent
  | { readonly type: (typeof USAGE_EVENTS)[number]; readonly usage: CrossedThreshold }
  | { readonly type: EndpointEventType; readonly endpoint: WebhookEndpoint }
  | { readonly type: DeliveryEventType; readonly delivery: Delivery };

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
 * other has a `content`, plain JSON with ids and no personal data, and may run in steps (`workOnJob`).
 */
export type Job =
  /** A bot is due sooner than the sweeper would see it; its own due moment is the safety. */
  | { readonly type: 'bot.due'; readonly botId: BotId }
  /** A connection's sync is due sooner than the sweeper would see it; its own due moment is the safety. */
  | { readonly type: 'calendar.due'; readonly calendarId: CalendarId }
  /** A recording waits to be fetched, transcribed or summarized. */
  | { readonly type: 'job.recording'; readonly botId: BotId }
  /** A requested redelivery; the id of the row identifies the request. */
  | { readonly type: 'job.redelivery'; readonly deliveryId: DeliveryId }
  /** A requested redelivery of many events to one endpoint; each becomes a `job.redelivery`. */
  | { readonly type: 'job.bulk_redelivery'; readonly content: BulkRedelivery }
  /** An endpoint was disabled or deleted: what waits for it is to be skipped. */
  | { readonly type: 'job.endpoint_closing'; readonly content: ClosedEndpoint }
  /** What decides about meetings changed, or a bot that several rely on was lost: upcoming ones are to follow. */
  | { readonly type: 'job.reach'; readonly content: Propagation }
  /** Calendar events lost what they came by: upcoming ones are to be cancelled. */
  | { readonly type: 'job.event_endings'; readonly content: StoredOfCalendar<EventEndings> }
  /** A connection was disconnected: its watch and its grant are to be given back, its private rows to go. */
  | { readonly type: 'job.connection_ending'; readonly content: StoredOfCalendar<ConnectionEnding> }
  /** A member was removed: what was theirs is to end. */
  | { readonly type: 'job.member_leaving'; readonly content: StoredRemovedMember }
  /** A member appeared or went: persons on meetings are to say so. */
  | { readonly type: 'job.person_naming'; readonly content: PersonNaming }
  /** A person was erased: they are to be removed from what the workspace has. */
  | { readonly type: 'job.person_erasure'; readonly content: PersonErasure }
  /** An event was fanned out late in a workspace that erases people: they are to be removed from it. */
  | { readonly type: 'job.person_event'; readonly content: LateEvent }
  /** People are recorded in a workspace for the first time: those of its earlier meetings are to be, too. */
  | { readonly type: 'job.people_backfill'; readonly content: WorkspaceJob }
  /** The email domains of a workspace changed: they decide who belongs to a company. */
  | { readonly type: 'job.people_regrouping'; readonly content: WorkspaceJob }
  /** A conversation was deleted permanently: its texts are to be deleted, and exports that hold it are to expire. */
  | { readonly type: 'job.conversation_deletion'; readonly content: DeletedConversation }
  /** A text appeared, changed or went: search is to have what it is now. */
  | { readonly type: 'job.conversation_indexing'; readonly content: IndexingJob }
  /** Search is to have the texts that a workspace had before. */
  | { readonly type: 'job.workspace_search_backfill'; readonly content: SearchJob }
  /** What search has of a workspace is to be merged. */
  | { readonly type: 'job.workspace_search'; readonly content: SearchJob }
  /** Recordings were removed: their files and the recorder's copies are to be deleted. */
  | { readonly type: 'job.recordings_removal'; readonly content: RecordingsRemoval }
  /** A recorder may have a bot that another one was asked for: it is to leave it. */
  | { readonly type: 'job.recorder_leaving'; readonly content: RecorderLeaving }
  /** A meeting was deleted: the records of its mails are to go. */
  | { readonly type: 'job.meeting_deletion'; readonly content: DeletedMeeting }
  /** Conversations are to be written as files. */
  | { readonly type: 'job.export'; readonly content: ExportJob }
  /** Something happened that people are mailed about. */
  | { readonly type: 'job.mail'; readonly content: MailJob }
  /** An order was submitted: its operations take places. The order's own due moment is the safety. */
  | { readonly type: 'job.order'; readonly content: OrderJob }
  /** The summary of a text is to be made. */
  | { readonly type: 'job.summary'; readonly content: ConversationSummaryJob }
  /** A translation of an order has a place: it is to be made. */
  | { readonly type: 'job.translation'; readonly content: OperationJob }
  /** An order of a text of a media file was made, or is run again: the file is to be copied and read. */
  | { readonly type: 'job.ingestion'; readonly content: IngestionJob }
  /** A transcription or subtitles of an order have a place: they are to be made. */
  | { readonly type: 'job.transcription'; readonly content: OperationJob }
  /** What meetings of a workspace recorded is to be removed once its retention is over. */
  | { readonly type: 'job.workspace_retention'; readonly content: RetentionJob }
  /** Something was used that a workspace is shown, and may have a limit of: it is to be counted. */
  | { readonly type: 'job.usage'; readonly content: UsageJob }
  /** A workspace was archived: what goes on in it is to end. */
  | { readonly type: 'job.workspace_closing'; readonly content: WorkspaceJob }
  /** A paused workspace was resumed: what waited is to be caught up. */
  | { readonly type: 'job.workspace_resuming'; readonly content: WorkspaceJob }
  /** Thirty days later: its content is to be deleted. */
  | { readonly type: 'job.workspace_purge'; readonly content: WorkspaceJob };
