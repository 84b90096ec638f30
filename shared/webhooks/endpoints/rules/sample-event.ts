import { monthOf } from '#shared/accounts/usage/rules/usage';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { ConnectionEventType } from '#shared/calendars/connections/rules/transitions';
import type { CalendarFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import { type IdPrefix, type IdsByPrefix, idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS, utcDateOf } from '#shared/foundation/core/time';
import type { DomainEvent, EventTypes } from '#shared/foundation/events/rules/domain-event';
import type { EndpointEventType } from '#shared/foundation/events/rules/operational-event';
import type { Bot, BotIdentity, BotResults } from '#shared/meetings/bots/rules/bot';
import type { BotEventType } from '#shared/meetings/bots/rules/transitions';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { DEFAULTS_ALONE } from '#shared/meetings/settings/rules/resolve-settings';
import { conversationOf } from '#shared/texts/conversations/rules/conversation';
import {
  createExport,
  type Export,
  type ExportEventType,
  endExport,
  exportKey,
  failExport,
  type NewExport,
} from '#shared/texts/exports/rules/export';
import type { Order } from '#shared/texts/orders/rules/order';
import type { OrderEventType } from '#shared/texts/orders/rules/order-events';
import { MAX_ATTEMPTS } from '#shared/webhooks/delivery/rules/attempt-ended';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { DEFAULT_OPTIONS, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

/** A sample event for tests of an endpoint: nothing in it exists except the workspace. */
export function sampleEvent(type: keyof EventTypes, workspaceId: WorkspaceId, now: Instant): DomainEvent {
  switch (type) {
    case 'meeting.created':
    case 'meeting.updated':
      return { type, meeting: aMeeting(workspaceId, later(now, HOUR_MS)) };
    case 'meeting.finished':
      return { type, meeting: aFinishedMeeting(workspaceId, now) };
    case 'calendar_connection.connected':
    case 'calendar_connection.disconnected':
    case 'calendar_connection.error':
      return { type, connection: aConnection(type, workspaceId, now) };
    case 'calendar_feed.warning':
      return { type, feed: aFeed(workspaceId, now) };
    case 'conversation.ready':
      return { type, conversation: aConversation(workspaceId, now) };
    case 'export.ready':
    case 'export.failed':
      return { type, export: anExport(type, workspaceId, now) };
    case 'order.submitted':
    case 'order.locked':
    case 'order.fulfilled':
    case 'order.failed':
    case 'order.canceled':
      return { type, order: anOrder(type, workspaceId, now) };
    case 'webhook_endpoint.failing':
    case 'webhook_endpoint.recovered':
    case 'webhook_endpoint.disabled':
      return { type, endpoint: anEndpoint(type, workspaceId, now) };
    case 'usage.threshold':
      return {
        type,
        usage: {
          ...{ workspaceId, kind: 'recorded_minutes', month: monthOf(utcDateOf(now)) },
          ...{ limit: 6_000, used: 4_812.5, threshold: 80 },
        },
      };
    case 'webhook_event.failed':
      return { type, delivery: aFailedDelivery(workspaceId, now) };
    default:
      return { type, bot: aBot(type, workspaceId, now) };
  }
}

const sampleId = <Prefix extends IdPrefix>(prefix: Prefix): IdsByPrefix[Prefix] =>
  idOf(prefix, `${prefix}_00000000000000000000000000`) as IdsByPrefix[Prefix];

const LINK = 'https://meet.google.com/abc-defg-hij';
const ADA = { name: 'Ada Lovelace', email: 'ada@example.com', memberId: null };

const aMeeting = (workspaceId: WorkspaceId, startsAt: Instant): Meeting => ({
  ...{ id: sampleId('mtg'), workspaceId, source: 'bot', title: 'Sample meeting', startsAt },
  ...{ endsAt: later(startsAt, HOUR_MS), meetingUrl: LINK, platform: 'meet', organizer: ADA, invited: [ADA] },
  ...{ calendarEvent: null, carriers: [], botMembers: [], recordings: [], settings: DEFAULTS_ALONE },
  ...{ finishedAs: null, metadata: {}, createdAt: later(startsAt, -HOUR_MS), updatedAt: later(startsAt, -HOUR_MS) },
});

const RESULTS: BotResults = {
  ...{ transcript: 'ready', transcriptLanguage: 'en', summary: 'ready', media: 'ready', durationSeconds: 1_800 },
};

const SPOKEN: BotResults = { ...RESULTS, transcriptOutcome: 'spoken' };

/** Half an hour, ended five minutes ago. */
const spanBefore = (now: Instant) => ({ startedAt: later(now, -35 * MINUTE_MS), endedAt: later(now, -5 * MINUTE_MS) });

function aFinishedMeeting(workspaceId: WorkspaceId, now: Instant): Meeting {
  const { startedAt, endedAt } = spanBefore(now);
  const recording = { botId: sampleId('bot'), automatic: false, status: 'completed', dispatched: true } as const;
  return {
    ...aMeeting(workspaceId, startedAt),
    recordings: [{ ...recording, scheduledAt: startedAt, startedAt, endedAt, hasMedia: true, results: SPOKEN }],
    finishedAs: 'ready',
    updatedAt: now,
  };
}

function aFeed(workspaceId: WorkspaceId, now: Instant): CalendarFeed {
  const examples = [{ icalUid: 'planning@example.com', what: 'TZID=Head Office', line: 214 }];
  return {
    ...{ id: sampleId('cfd'), workspaceId, memberId: sampleId('mem'), host: 'calendar.example.com', urlHash: '' },
    ...{ status: 'active', lastSyncedAt: now, createdAt: later(now, -DAY_MS) },
    warnings: [{ code: 'unknown_time_zone', count: 1, lastSeenAt: now, examples }],
  };
}

function aConversation(workspaceId: WorkspaceId, now: Instant) {
  const meeting = aFinishedMeeting(workspaceId, now);
  return { conversation: conversationOf(meeting, sampleId('con'), now), meeting };
}

function anExport(type: ExportEventType, workspaceId: WorkspaceId, now: Instant): Export {
  const asked: NewExport = {
    ...{ workspaceId, conversationIds: [sampleId('con')], format: 'txt', fileStem: null, style: 'default' },
    options: { showTimestamps: true, timestampsEverySeconds: null, showSpeakers: true },
  };
  const one = createExport(asked, sampleId('exp'), later(now, -MINUTE_MS));
  if (type === 'export.failed') return failExport(one, 'conversation_deleted', now);
  const file = { key: exportKey(one), name: 'Sample meeting.txt', contentType: 'text/plain', sizeBytes: 1_024 };
  return endExport(one, file, now);
}

function anOrder(type: OrderEventType, workspaceId: WorkspaceId, now: Instant): Order {
  const submittedAt = later(now, -5 * MINUTE_MS);
  const kind = 'translation' as const;
  const operation = { id: sampleId('opr'), kind, targetLanguage: 'fr', conversationId: sampleId('con') };
  const order = {
    ...{ id: sampleId('ord'), workspaceId, kind, service: 'auto' as const, name: 'Sample meeting', language: 'en' },
    ...{
      targetLanguages: ['fr'],
      sourceConversationId: sampleId('con'),
      folderId: null,
      glossaryIds: [],
      styleGuideId: null,
      tags: [],
      metadata: {},
    },
    ...{ createdAt: submittedAt, updatedAt: now, submittedAt },
  };
  const done = { ...order, operations: [{ ...operation, state: 'done' as const }] };
  switch (type) {
    case 'order.submitted':
      return { ...order, operations: [{ ...operation, state: 'processing' }], state: 'submitted', lookAgainAt: null };
    case 'order.locked':
      return { ...done, service: 'pro', state: 'locked' };
    case 'order.fulfilled':
      return { ...done, state: 'fulfilled', endedAt: now };
    case 'order.failed': {
      const failed = { state: 'failed', failureReason: 'translation_failed' } as const;
      return { ...order, operations: [{ ...operation, ...failed }], ...failed, endedAt: now };
    }
    case 'order.canceled':
      return { ...order, operations: [{ ...operation, state: 'canceled' }], state: 'canceled', endedAt: now };
  }
}

function aBot(type: BotEventType, workspaceId: WorkspaceId, now: Instant): Bot {
  const identity = aBotOf(workspaceId, now);
  const { startedAt, endedAt } = spanBefore(now);
  const recorded = { ...identity, startedAt, endedAt, recordingAvailableAt: endedAt, files: [] };
  switch (type) {
    case 'bot.recording_started':
      return { ...identity, status: 'in_call', startedAt: now, leaveAskedAt: null, nextLookAt: now };
    case 'bot.recording_completed':
      return { ...recorded, status: 'processing', results: { ...RESULTS, ...PROCESSING, transcriptLanguage: null } };
    case 'bot.transcript_ready':
      return { ...recorded, status: 'processing', results: { ...RESULTS, summary: 'processing' } };
    case 'bot.summary_ready':
      return { ...recorded, status: 'completed', results: RESULTS };
    case 'bot.failed':
      return { ...identity, ...NOT_ADMITTED, status: 'failed', endedAt, startedAt: null, recorded: null };
    case 'bot.cancelled':
      return { ...identity, status: 'cancelled', endedAt, startedAt: null };
  }
}

const PROCESSING = { transcript: 'processing', summary: 'processing' } as const;
const NOT_ADMITTED = { reason: 'no_recording', reasonMessage: 'The bot was not admitted to the call.' } as const;

const aBotOf = (workspaceId: WorkspaceId, now: Instant): BotIdentity => ({
  ...{ id: sampleId('bot'), workspaceId, meetingId: sampleId('mtg'), automatic: false, memberId: null },
  ...{ meetingUrl: LINK, joinAt: null, startsAt: null, botName: 'Notetaker', welcomeMessage: null },
  choices: {
    ...{ language: 'auto', recordingStart: 'on_join', recordingMode: 'audio_and_video', silenceAlert: true },
    ...{ summaryLanguage: null, summaryTemplate: 'general' },
  },
  ...{ participants: [{ name: ADA.name, email: ADA.email }], metadata: {}, ownSettingsId: null },
  createdAt: later(now, -HOUR_MS),
});

function aConnection(type: ConnectionEventType, workspaceId: WorkspaceId, now: Instant): CalendarConnection {
  const identity = {
    ...{
      id: sampleId('cal'),
      workspaceId,
      memberId: sampleId('mem'),
      provider: 'google' as const,
      accountEmail: ADA.email,
    },
    ...{ connectedAt: later(now, -HOUR_MS), lastSyncedAt: null, warnings: [], createdAt: later(now, -HOUR_MS) },
  };
  if (type === 'calendar_connection.connected') return { ...identity, status: 'active' };
  return type === 'calendar_connection.disconnected'
    ? { ...identity, status: 'disconnected', disconnectedAt: now }
    : { ...identity, status: 'error', error: { code: 'access_revoked', message: 'Access was revoked.' } };
}

const RECEIVER = 'https://partner.example/hooks';
const PIN = '2026-10-12';

function anEndpoint(type: EndpointEventType, workspaceId: WorkspaceId, now: Instant): WebhookEndpoint {
  const isDisabled = type === 'webhook_endpoint.disabled';
  return {
    ...{ id: sampleId('whe'), workspaceId, url: RECEIVER, enabledEvents: ['meeting.finished'], pin: PIN },
    ...{ sealedSecrets: [], metadata: {}, createdAt: later(now, -DAY_MS), updatedAt: later(now, -DAY_MS) },
    status: isDisabled ? 'disabled' : 'enabled',
    disabledReason: isDisabled ? 'requested' : null,
    failingSince: type === 'webhook_endpoint.failing' ? later(now, -HOUR_MS) : null,
    ...DEFAULT_OPTIONS,
  };
}

const aFailedDelivery = (workspaceId: WorkspaceId, now: Instant): Delivery => ({
  ...{ id: sampleId('evt'), workspaceId, endpointId: sampleId('whe'), outboxId: sampleId('out') },
  ...{ type: 'meeting.finished', url: RECEIVER, apiVersion: PIN, createdAt: later(now, -14 * HOUR_MS) },
  ...{ status: 'failed', attemptsCount: MAX_ATTEMPTS },
});
