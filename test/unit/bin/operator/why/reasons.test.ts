import { firstThatHolds, type Reason } from '#bin/operator/why/reasons';
import { type CalendarFacts, whyNotInSync } from '#bin/operator/why/why-calendar';
import { type RecordingFacts, whyNoRecording } from '#bin/operator/why/why-recording';
import { type WebhookFacts, whyNoWebhooks } from '#bin/operator/why/why-webhooks';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { type Instant, isoOf, later, MINUTE_MS } from '#shared/core/time';
import { CLOSED } from '#shared/recorders/rules/circuit-breaker';
import { DEFAULTS_ALONE } from '#shared/settings/rules/resolve-settings';
import { DEFAULT_OPTIONS, HEALTHY, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { describe, expect, it } from '#test/support/jest';
import { aBot, minutes, noon } from '#test/unit/bots/rules/a-bot';
import { aMeeting, anId, aRecordedMeeting } from '#test/unit/meetings/rules/a-meeting';
import { aDeliveryIdentity, aPendingDelivery, aRetryingDelivery } from '#test/unit/webhooks/delivery/rules/a-delivery';

const reasonIn = (reasons: readonly Reason[]): string => firstThatHolds(reasons).found.reason;

const endpoint: WebhookEndpoint = {
  ...{ ...DEFAULT_OPTIONS, ...HEALTHY, id: anId('whe'), workspaceId: anId('wks'), url: 'https://acme.test/hook' },
  ...{ enabledEvents: ['*'], status: 'enabled', pin: '2026-10-12', sealedSecrets: [], metadata: {} },
  ...{ createdAt: noon, updatedAt: noon },
};
const disabled: WebhookEndpoint = { ...endpoint, status: 'disabled', disabledReason: 'failing' };
const filters = { 'bot.joined': [{ path: 'status', operator: 'equals', value: 'x' }] } as const;
const identity = { endpointId: endpoint.id, workspaceId: endpoint.workspaceId } as const;
const ended = { ...aDeliveryIdentity(identity), attemptsCount: 1 };

const webhooks: WebhookFacts = {
  ...{ now: noon, archivedAt: null, pausedAt: null, endpoints: [endpoint], deliveries: [], slowEndpointIds: [] },
  ...{ waitingEvents: [], types: ['bot.joined', 'meeting.finished'] },
};

const slotAt = (at: Instant) => ({ in: 'workspace', at, weight: 1 }) as const;

describe('why a workspace gets no webhooks', () => {
  it.each<[string, Partial<WebhookFacts>]>([
    ['archived', { archivedAt: minutes(-60) }],
    ['paused', { pausedAt: minutes(-60) }],
    ['nothing_happened', { archivedAt: minutes(-1) }],
    ['no_endpoint', { endpoints: [] }],
    ['endpoints_disabled', { endpoints: [disabled] }],
    ['not_subscribed', { endpoints: [{ ...endpoint, enabledEvents: ['export.ready'] }] }],
    ['not_subscribed', { endpoints: [{ ...endpoint, enabledEvents: ['export.ready'] }, disabled] }],
    ['not_fanned_out', { waitingEvents: [{ since: minutes(-3), slot: undefined }] }],
    ['not_fanned_out', { waitingEvents: [{ since: minutes(-9), slot: slotAt(minutes(-3)) }] }],
    ['nothing_happened', { waitingEvents: [{ since: minutes(-1), slot: undefined }] }],
    ['nothing_happened', { waitingEvents: [{ since: minutes(-9), slot: slotAt(minutes(-1)) }] }],
    ['in_line', { waitingEvents: [{ since: minutes(-9), slot: slotAt(minutes(5)) }] }],
    ['rate', { deliveries: [aPendingDelivery({ ...identity, slot: { of: '1', at: minutes(5) } })] }],
    ['slow_queue', { deliveries: [aRetryingDelivery(identity)], slowEndpointIds: [endpoint.id] }],
    ['refused', { deliveries: [aRetryingDelivery(identity)] }],
    ['given_up', { deliveries: [{ ...ended, status: 'failed' }] }],
    ['skipped', { deliveries: [{ ...ended, status: 'skipped' }] }],
    ['waiting', { deliveries: [aPendingDelivery(identity)] }],
    ['delivered', { deliveries: [{ ...ended, status: 'delivered', deliveredAt: noon }] }],
    ['filtered', { endpoints: [{ ...endpoint, filters }] }],
    ['nothing_happened', { endpoints: [{ ...endpoint, filters: { 'export.ready': filters['bot.joined'] } }] }],
  ])('is %s: %j', (reason, given) => {
    expect(reasonIn(whyNoWebhooks({ ...webhooks, ...given }))).toBe(reason);
  });

  it('names the endpoints, the attempts and the events as evidence, and what was ruled out', () => {
    const { found, ruledOut } = firstThatHolds(
      whyNoWebhooks({ ...webhooks, deliveries: [aRetryingDelivery(identity)] }),
    );

    expect(found.evidence).toMatchObject({
      webhook_events: [aRetryingDelivery(identity).id],
      attempts: expect.any(Number),
    });
    expect(ruledOut.map(({ reason }) => reason)).toContain('endpoints_disabled');
  });

  it('says until when events wait in line, in which one, and as how many their webhooks count', () => {
    const slots = [slotAt(minutes(5)), { in: 'founder', at: minutes(9), weight: 10 }] as const;
    const waitingEvents = slots.map((slot) => ({ since: noon, slot }));
    const { found } = firstThatHolds(whyNoWebhooks({ ...webhooks, waitingEvents }));

    expect(found.says).toContain(`waits in line until ${isoOf(minutes(5))}`);
    expect(found.evidence).toEqual({
      ...{ events: 2, first_at: isoOf(minutes(5)), last_at: isoOf(minutes(9)) },
      ...{ lines: ['workspace', 'founder'], counted_as: 10 },
    });
  });

  it('says of slow endpoints how first attempts ended, and of delivered events how many were sent again', () => {
    const slow = { deliveries: [aRetryingDelivery(identity)], slowEndpointIds: [endpoint.id] };
    const again = { ...ended, attemptsCount: 2, status: 'delivered', deliveredAt: noon } as const;
    const evidenceOf = (given: Partial<WebhookFacts>) =>
      firstThatHolds(whyNoWebhooks({ ...webhooks, ...given })).found.evidence;

    expect(evidenceOf(slow)).toMatchObject({ first_attempts: [expect.stringMatching(/ 1$/)] });
    expect(evidenceOf({ deliveries: [again] })).toMatchObject({ webhook_events: 1, sent_more_than_once: 1 });
  });

  it('names the event types of each endpoint where nothing happened', () => {
    expect(firstThatHolds(whyNoWebhooks(webhooks)).found.evidence).toEqual({ [endpoint.id]: ['*'] });
  });

  it('has no URL of an endpoint in its evidence', () => {
    for (const endpoints of [[endpoint], [disabled], [{ ...endpoint, filters }]])
      expect(JSON.stringify(whyNoWebhooks({ ...webhooks, endpoints }))).not.toContain(endpoint.url);
  });
});

const off = (reason: 'usage_limit' | 'default') => ({
  ...DEFAULTS_ALONE,
  sources: { ...DEFAULTS_ALONE.sources, 'recording.enabled': { assignmentId: null, reason } },
});
const recorder = { name: 'eu', circuit: CLOSED };
const broken = { name: 'eu', circuit: { failures: 3, openUntil: minutes(1) } };
const recording: RecordingFacts = {
  ...{ now: noon, archivedAt: null, pausedAt: null, meeting: aRecordedMeeting(), bots: [], recorders: [recorder] },
};

const atRecorder = { name: 'own', externalId: '1', askedAt: noon, leavesOut: [] } as const;

describe('why a meeting has no recording', () => {
  it.each<[string, Partial<RecordingFacts>]>([
    ['archived', { archivedAt: noon }],
    ['paused', { pausedAt: noon, bots: [{ ...aBot.queued, automatic: true }] }],
    ['not_wanted', { meeting: aMeeting({ settings: off('usage_limit') }) }],
    ['recorded', { bots: [aBot.completed] }],
    ['removed', { bots: [aBot.completed], meeting: aRecordedMeeting({ resultsRemovedAt: noon }) }],
    ['processing', { bots: [aBot.processing] }],
    ['failed', { bots: [aBot.failed] }],
    ['no_recorder', { bots: [aBot.queued], recorders: [] }],
    ['circuits_open', { bots: [aBot.joining], recorders: [broken] }],
    ['joining', { bots: [aBot.joining], recorders: [broken, recorder] }],
    ['beyond_places', { bots: [{ ...aBot.queued, nextTurnAt: minutes(1) }] }],
    ['not_yet', { bots: [{ ...aBot.queued, joinAt: minutes(60) }] }],
    ['late', { bots: [aBot.queued], now: minutes(3) }],
    ['in_call', { bots: [aBot.in_call] }],
    ['no_file', { bots: [{ ...aBot.in_call, recorder: { ...atRecorder, seen: { state: 'ended', at: noon } } }] }],
    ['over', { now: minutes(61) }],
    ['no_bot_yet', {}],
  ])('is %s: %#', (reason, given) => {
    expect(reasonIn(whyNoRecording({ ...recording, ...given }))).toBe(reason);
  });

  it('says why settings want none', () => {
    const { found } = firstThatHolds(
      whyNoRecording({ ...recording, meeting: aMeeting({ settings: off('usage_limit') }) }),
    );

    expect([found.says, found.evidence]).toEqual([
      'a limit of the workspace is used up: workspace --limit sets another',
      { reason: 'usage_limit' },
    ]);
  });

  it('goes by the newest bot', () => {
    expect(reasonIn(whyNoRecording({ ...recording, bots: [aBot.in_call, aBot.failed] }))).toBe('in_call');
  });

  it('has no link, name and address in its evidence', () => {
    for (const bot of Object.values(aBot))
      expect(JSON.stringify(whyNoRecording({ ...recording, bots: [bot] }))).not.toMatch(/https?:|@|Planning|Notetaker/);
  });
});

const connection: CalendarConnection = {
  ...{ id: anId('cal'), workspaceId: anId('wks'), memberId: anId('mem'), provider: 'google' },
  ...{ accountEmail: 'ada@acme.test', connectedAt: noon, lastSyncedAt: noon, warnings: [], createdAt: noon },
  status: 'active',
};
const sync: CalendarSync = {
  ...{
    calendarId: connection.id,
    workspaceId: connection.workspaceId,
    memberId: connection.memberId,
    provider: 'google',
  },
  ...{ accountEmail: 'ada@acme.test', sealedGrant: 'SEALED', cursor: null, run: null, watch: null },
  ...{
    dueAt: minutes(10),
    restsUntil: null,
    failures: 0,
    downSince: null,
    awaitedMs: 0,
    refusals: 0,
    claimedUntil: null,
  },
  ...{ askedAgain: false, passedOver: [], syncedAt: noon },
};
const calendar: CalendarFacts = {
  now: noon,
  archivedAt: null,
  pausedAt: null,
  calendar: connection,
  sync,
  hasClient: true,
};
const warning = { code: 'unreadable_event', count: 2, lastSeenAt: noon, examples: [] } as const;
const doubt = { ...warning, code: 'missing_uid' } as const;

describe('why a calendar is not in sync', () => {
  it.each<[string, Partial<CalendarFacts>]>([
    ['archived', { archivedAt: noon }],
    ['paused', { pausedAt: noon }],
    ['disconnected', { calendar: { ...connection, status: 'disconnected', disconnectedAt: noon } }],
    ['error', { calendar: { ...connection, status: 'error', error: { code: 'access_revoked', message: 'x' } } }],
    ['no_client', { hasClient: false }],
    ['no_sync', { sync: undefined }],
    ['resting', { sync: { ...sync, restsUntil: minutes(5), failures: 2 } }],
    ['failing', { sync: { ...sync, failures: 2 } }],
    ['late', { sync: { ...sync, dueAt: later(noon, -20 * MINUTE_MS) } }],
    ['in_sync', { sync: { ...sync, dueAt: later(noon, -19 * MINUTE_MS) } }],
    ['in_sync', { sync: { ...sync, dueAt: null } }],
    ['running', { sync: { ...sync, claimedUntil: minutes(1) } }],
    ['events_passed_over', { calendar: { ...connection, warnings: [doubt, warning] } }],
    ['events_in_doubt', { calendar: { ...connection, warnings: [doubt] } }],
    ['in_sync', {}],
  ])('is %s: %#', (reason, given) => {
    expect(reasonIn(whyNotInSync({ ...calendar, ...given }))).toBe(reason);
  });

  it('has neither the account nor its grant in its evidence', () => {
    expect(JSON.stringify(whyNotInSync(calendar))).not.toMatch(/ada@|SEALED/);
  });
});
