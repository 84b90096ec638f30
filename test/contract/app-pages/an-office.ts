import { bots } from '#functions/api/bots/index';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { exportsGroup } from '#functions/api/exports/index';
import { folders } from '#functions/api/folders/index';
import { members } from '#functions/api/members/index';
import { orders } from '#functions/api/orders/index';
import { styleGuides } from '#functions/api/style-guides/index';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { appPages } from '#functions/pages/app/index';
import { inviteUser } from '#shared/accounts/memberships/commands/invite-user';
import { allowHumanWork } from '#shared/accounts/workspaces/commands/allow-human-work';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { AppContext } from '#shared/api/http/ports';
import { connectCalendar } from '#shared/calendars/connections/commands/connect-calendar';
import type { SyncWarning } from '#shared/calendars/connections/rules/calendar-connection';
import { stoppedSyncing } from '#shared/calendars/connections/rules/transitions';
import { calendarConnections as storedConnections } from '#shared/calendars/connections/store';
import { addFeed } from '#shared/calendars/feeds/commands/add-feed';
import { type FeedErrorCode, failedFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import type {
  CalendarConnectionId,
  CalendarFeedId,
  ExportId,
  FolderId,
  MemberId,
  MembershipId,
  OrderId,
  OutboxId,
  StyleGuideId,
  UserId,
  WebhookEndpointId,
} from '#shared/foundation/core/ids';
import type { Role } from '#shared/foundation/core/roles';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { outboxRows } from '#shared/foundation/events/outbox';
import { deliveryIdFor } from '#shared/foundation/platform/type-ids';
import { meetings } from '#shared/meetings/meetings/store';
import { glossaries } from '#shared/texts/glossaries/store';
import type { Operation } from '#shared/texts/style-guides/rules/style-guide';
import { addUploadInParts } from '#shared/texts/uploads/commands/add-upload';
import { completeUpload } from '#shared/texts/uploads/commands/complete-upload';
import { PART_BYTES, uploadKeyOf } from '#shared/texts/uploads/rules/upload';
import type { AttemptOutcome } from '#shared/webhooks/delivery/rules/attempt';
import { attemptEnded } from '#shared/webhooks/delivery/rules/attempt-ended';
import { newDelivery } from '#shared/webhooks/delivery/rules/delivery';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { callsTo, noon } from '#test/support/api';
import { botWorkers } from '#test/support/bot-workers';
import { orderWorker } from '#test/support/order-worker';
import { aBrowserOf, aPageWorld, withRole } from '#test/support/pages';

export const HOUR = 3_600_000;
export const inHours = (hours: number): string => new Date(noon + hours * HOUR).toISOString();

/** The headers of a browser when a user presses the button of a form. */
export const BUTTON_PRESS_HEADERS = {
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-user': '?1',
  'sec-ch-ua': '"Chromium";v="140"',
};

interface WantedEvent {
  readonly type?: string;
  readonly createdAt?: Instant;
  readonly endpointId?: WebhookEndpointId;
  /** In place of an endpoint: the order whose `webhook_url` it goes to. */
  readonly orderId?: OrderId;
  /** The response to each attempt. */
  readonly answers?: readonly Partial<AttemptOutcome>[];
  readonly text?: string;
}

/** A workspace with browsers of its users, and builders of its resources. The pages have the table that their role allows. */
export async function anOffice(overrides: Partial<AppContext> = {}) {
  const world = aPageWorld(overrides);
  const owner = await world.anOwner('Acme', ['acme.test']);
  const { key, workspaceId } = owner;
  const { context, clock, files } = world;
  const { table } = context;
  const { keys, pages } = withRole(world, 'pages/app', overrides);
  const { uploadStorage } = world.pages;
  const app = appPages({ ...pages, files });
  const [callMembers, callFolders, callCalendar, callBots, callEndpoints] = [
    callsTo(members(context)),
    callsTo(folders(context)),
    callsTo(calendarEvents(context)),
    callsTo(bots(context)),
    callsTo(webhookEndpoints({ ...context, lookUp: async () => ['93.184.216.34'] })),
  ];
  const callOrders = callsTo(orders(context));
  const callExports = callsTo(exportsGroup(context));
  const callStyleGuides = callsTo(styleGuides(context));
  const needs = {
    ...context,
  };
  let pushed = 0;

  const browserOf = (userId: UserId) => aBrowserOf(app, world, userId);
  const post = async (call: typeof callMembers, path: string, body: object) => {
    const answered = await call('POST', path, { key, body: { workspace_id: workspaceId, ...body } });
    if (answered.status >= 300) throw new Error(JSON.stringify(answered.body));
    return answered.body;
  };

  return {
    ...{ world, owner, app, keys, workspaceId, browserOf, needs, uploadStorage },
    path: (rest: string) => `/app/workspaces/${workspaceId}/${rest}`,
    ownersBrowser: () => browserOf(owner.userId),
    browserAs: async (role: Role) => browserOf((await world.aColleague(workspaceId, role)).userId),
    /** Returns the id of the membership. */
    anInvitation: async (email: string, role: Role = 'member'): Promise<MembershipId> =>
      (await inviteUser(context)({ workspaceId, email, role }, { userId: owner.userId, role: 'owner' })).membership.id,
    /** To another workspace. */
    anInvitationTo: async (
      { workspaceId: other, userId }: Pick<typeof owner, 'workspaceId' | 'userId'>,
      email: string,
    ) =>
      (await inviteUser(context)({ workspaceId: other, email, role: 'member' }, { userId, role: 'owner' })).membership
        .id,
    /** Of a user of another workspace. */
    strangersBrowser: async () => browserOf((await world.anOwner('Other')).userId),
    aMember: async (name = 'Ada', email = `${name.toLowerCase()}@acme.test`): Promise<MemberId> =>
      (await post(callMembers, '/members', { name, email })).id,
    async aConnection(memberId: MemberId, accountEmail = 'ada@gmail.test') {
      const workspace = await workspaces.find(table, workspaceId);
      if (!workspace) throw new Error('The workspace does not exist.');
      const consent = { memberId, provider: 'google', accountEmail, refreshToken: 'granted' } as const;
      return connectCalendar(needs)(workspace.state, consent);
    },
    async lose(id: CalendarConnectionId) {
      const before = await storedConnections.find(table, id);
      if (!before) throw new Error('There is no such connection.');
      const { state } = stoppedSyncing(before.state, { code: 'access_revoked', message: 'gone' });
      await context.changes.save({ at: clock.now(), writes: [storedConnections.put(before, state)] });
    },
    /** A calendar feed that was not fetched yet. */
    aFeed: async (memberId: MemberId, url = 'https://calendar.example.com/private-8f14e45f.ics') =>
      (await addFeed(context)({ workspaceId, memberId, url })).feed,
    async failFeed(id: CalendarFeedId, code: FeedErrorCode) {
      const before = await calendarFeeds.find(table, id);
      if (!before) throw new Error('There is no such feed.');
      await context.changes.save({
        at: clock.now(),
        writes: [calendarFeeds.put(before, failedFeed(before.state, code))],
      });
    },
    async warnOfFeed(id: CalendarFeedId, warnings: readonly SyncWarning[]) {
      const before = await calendarFeeds.find(table, id);
      if (!before) throw new Error('There is no such feed.');
      await context.changes.save({
        at: clock.now(),
        writes: [calendarFeeds.put(before, { ...before.state, warnings })],
      });
    },
    /** Pushes a calendar event, one hour ahead by default, and returns the id of its meeting. */
    async aMeeting(event: object = {}): Promise<string> {
      pushed += 1;
      const body = await post(callCalendar, '/calendar_events', {
        member_data: { name: 'Ada', email: 'ada@acme.test' },
        ical_uid: `event-${pushed}@acme.test`,
        title: 'Weekly',
        starts_at: inHours(1),
        ends_at: inHours(2),
        meeting_url: `https://meet.google.com/abc-good-x${String.fromCharCode(96 + pushed)}z`,
        attendees: [{ name: 'Ada', email: 'ada@acme.test', response: 'accepted' }],
        ...event,
      });
      return body.meeting_id;
    },
    /** A meeting with a notetaker, whose call ends as the code of its link says. */
    async aRecording(code: 'echo' | 'good' | 'hums' | 'lost' | 'mute' | 'noai' | 'lobb' = 'good', more: object = {}) {
      const bot = await post(callBots, '/bots', { meeting_url: `https://meet.google.com/xyz-${code}-xyz`, ...more });
      await botWorkers(world).untilQuiet(bot.id);
      const meeting = await meetings.find(table, bot.meeting_id);
      return {
        meetingId: bot.meeting_id as string,
        botId: bot.id as string,
        conversationId: String(meeting?.state.conversationId),
      };
    },
    /** A meeting whose notetaker is on its way into the call. */
    async aBotOnItsWay() {
      const bot = await post(callBots, '/bots', { meeting_url: 'https://meet.google.com/xyz-good-liv' });
      await botWorkers(world).work(bot.id);
      return { meetingId: bot.meeting_id as string, botId: bot.id as string };
    },
    /** An order of a translation, which is not worked on yet. */
    aTranslation: async (source_conversation_id: string, more: object = {}): Promise<OrderId> => {
      const body = { source_conversation_id, target_languages: ['fr'], ...more };
      return (await callOrders('POST', '/translate', { key, body })).body.id;
    },
    /** A translation on which people work. */
    async aLockedOrder(source_conversation_id: string): Promise<OrderId> {
      await allowHumanWork(context)(workspaceId, { humanTranslation: true });
      const body = { source_conversation_id, target_languages: ['de'], service: 'pro' };
      const { id } = (await callOrders('POST', '/translate', { key, body })).body;
      await orderWorker(world).untilQuiet();
      return id;
    },
    /** Works on the orders until nothing is left to do. */
    workOnOrders: () => orderWorker(world).untilQuiet(),
    /** An export of a conversation, which is not written yet. */
    anExport: async (conversationId: string): Promise<ExportId> => {
      const body = { conversation_ids: [conversationId], format: 'txt' };
      return (await callExports('POST', '/exports', { key, body })).body.id;
    },
    /** The orders of the workspace, as the API shows them. */
    // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
    allOrders: async (): Promise<readonly any[]> =>
      (await callOrders('GET', `/orders?workspace_id=${workspaceId}`, { key })).body.data,
    aStyleGuide: async (operation: Operation, more: object = {}): Promise<StyleGuideId> =>
      (await post(callStyleGuides, '/style_guides', { name: `Guide of ${operation}`, operation, ...more })).id,
    /** A glossary without terms. */
    async aGlossary() {
      const named = { id: context.ids.make('glo'), workspaceId, name: 'Products', createdAt: noon, updatedAt: noon };
      const glossary = { ...named, sourceLanguage: 'en', targetLanguages: [], terms: null };
      await context.changes.save({ at: noon, writes: [glossaries.put(undefined, glossary)] });
      return glossary.id;
    },
    /** An upload in two parts, which are stored. */
    async anUpload() {
      const addUpload = addUploadInParts({ ...context, uploadStorage });
      const upload = await addUpload({ workspaceId, filename: 'call.mp4', sizeBytes: PART_BYTES + 5 });
      const etags = [PART_BYTES, 5].map((size, at) => [
        `etag-${at + 1}`,
        uploadStorage.putPart(uploadKeyOf(upload), at + 1, new Uint8Array(size)),
      ]);
      return { id: upload.id, etags: Object.fromEntries(etags) as Readonly<Record<string, string>> };
    },
    /** An upload that is completed. */
    async aFile(filename = 'call.mp4') {
      const uploading = { ...context, uploadStorage };
      const upload = await addUploadInParts(uploading)({ workspaceId, filename, sizeBytes: 5 });
      const etag = uploadStorage.putPart(uploadKeyOf(upload), 1, new Uint8Array(5));
      await completeUpload(uploading)(upload.id, [{ number: 1, etag }]);
      return upload.id;
    },
    aFolder: async (name = 'Renewals', parent_id: string | null = null): Promise<FolderId> =>
      (await post(callFolders, '/folders', { name, parent_id })).id,
    anEndpoint: async (url = 'https://partner.test/hooks'): Promise<WebhookEndpointId> =>
      (await post(callEndpoints, '/webhook_endpoints', { url, enabled_events: ['*'] })).id,
    async anEvent({ type = 'meeting.created', createdAt = noon, answers = [], text, ...wanted }: WantedEvent = {}) {
      const outboxId: OutboxId = context.ids.make('out');
      const { orderId, endpointId = context.ids.make('whe') } = wanted;
      const subscriber = orderId ? { endpointId: null, orderId } : { endpointId };
      const id = deliveryIdFor(outboxId, orderId ?? endpointId, createdAt);
      const [url, apiVersion] = ['https://partner.test/hooks', '2026-10-12'];
      const deliveries = deliveryStore(table);
      const identity = { id, workspaceId, ...subscriber, outboxId, type, url, apiVersion, createdAt };
      await deliveries.create(newDelivery(identity), createdAt);
      for (const [at, answer] of answers.entries()) {
        const attemptedAt = later(createdAt, at * MINUTE_MS);
        const before = await deliveries.find(id);
        if (!before) throw new Error('The event is not there.');
        const ended = attemptEnded(
          before.state,
          { ...AN_ANSWER, attemptedAt, ...answer },
          { now: attemptedAt, random: 0.5 },
        );
        await deliveries.recordAttempt(before, ended, attemptedAt);
      }
      const event = { id: outboxId, at: createdAt };
      if (text !== undefined) await outboxRows(table).keepText(event, apiVersion, text);
      return id;
    },
  };
}
export type Office = Awaited<ReturnType<typeof anOffice>>;

const AN_ANSWER: AttemptOutcome = {
  trigger: 'automatic',
  attemptedAt: noon,
  durationMs: 120,
  responseStatus: 500,
  responseHeaders: { 'content-type': 'text/plain' },
  responseBody: 'noted',
  error: null,
};

/** 21 failed attempts, after which an event has failed. */
export const ALL_ATTEMPTS_FAILED: readonly Partial<AttemptOutcome>[] = Array.from({ length: 21 }, () => ({}));
