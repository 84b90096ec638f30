import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarConnectionId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { changeStore } from '#shared/foundation/events/change-store';
import { getWebhookEventContract } from '#shared/webhooks/delivery/contract';
import { storedSnapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { noon } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aWorldWithEvents } from './events.ts';

/** With spaces, an escape and a number that a parser would write otherwise. */
const TEXT = '{"object": "calendar_connection", "id":"cal_1", "name":"\\u00e9", "size": 1.0}';

const aConnection = (workspaceId: WorkspaceId): CalendarConnection => ({
  id: 'cal_01kcw3v9e2f3hb5wnkq8zr6m4t' as CalendarConnectionId,
  workspaceId,
  memberId: 'mem_01kcw3v9e2f3hb5wnkq8zr6m4t' as MemberId,
  provider: 'google',
  status: 'active',
  accountEmail: 'ada@acme.test',
  connectedAt: noon,
  lastSyncedAt: null,
  warnings: [],
  createdAt: noon,
});

describe('GET /webhook_events/{id}', () => {
  it('200: every attempt, with what the receiver answered', async () => {
    const { call, owner, anEvent } = await aWorldWithEvents();
    const { id, endpointId } = await anEvent({
      ...{ workspaceId: owner.workspaceId, text: TEXT },
      answers: ['dns_error', 500, 204],
    });

    const answered = await call('GET', `/webhook_events/${id}`, { key: owner.key });

    const body = expectSuccess(getWebhookEventContract, answered, 200);
    expect(body).toMatchObject({
      id,
      object: 'webhook_event',
      webhook_endpoint_id: endpointId,
      delivery_status: 'delivered',
      attempts_count: 3,
      attempts: [
        { number: 1, trigger: 'automatic', attempted_at: isoOf(noon), response_status: null, error: 'dns_error' },
        { number: 2, attempted_at: isoOf(later(noon, MINUTE_MS)), response_status: 500, response_body: 'noted' },
        { number: 3, response_status: 204, error: null, response_headers: { 'content-type': 'text/plain' } },
      ],
    });
  });

  it('200: data byte for byte as it was sent, whatever the version of the reader', async () => {
    const { call, owner, anEvent, lastText } = await aWorldWithEvents();
    const { id } = await anEvent({ workspaceId: owner.workspaceId, text: TEXT, pin: '2025-11-25' });
    const path = `/webhook_events/${id}`;

    for (const version of ['2025-11-25', '2026-10-12']) {
      const answered = await call('GET', path, { key: owner.key, headers: { 'service-version': version } });
      expect(expectSuccess(getWebhookEventContract, answered, 200).data).toEqual({ object: JSON.parse(TEXT) });
      expect(lastText()).toContain(`"data":{"object":${TEXT}}`);
    }
  });

  it('200: data as it would have been sent, where it was skipped from the start', async () => {
    const { call, owner, anEvent, context } = await aWorldWithEvents();
    const outboxId = context.ids.make('out');
    const { workspaceId } = owner;
    const endpointId = context.ids.make('whe');
    const ids = { make: () => outboxId } as never;
    await changeStore(context.table, { ids, snapshot: storedSnapshotOf, observers: [] }).save({
      at: noon,
      events: [{ type: 'calendar_connection.connected', connection: aConnection(workspaceId) }],
      subscriptions: [{ id: endpointId, types: ['*'], enabled: false, pin: '2025-11-25' }],
    });
    const type = 'calendar_connection.connected';
    const { id } = await anEvent({ workspaceId, outboxId, endpointId, type, pin: '2025-11-25', isSkipped: true });

    const answered = await call('GET', `/webhook_events/${id}`, { key: owner.key });

    const { data } = expectSuccess(getWebhookEventContract, answered, 200);
    expect(data.object).toMatchObject({ object: 'calendar_connection', method: 'oauth' });
  });

  it('200: null where nothing could be rendered', async () => {
    const { call, owner, anEvent } = await aWorldWithEvents();
    const { id } = await anEvent({ workspaceId: owner.workspaceId, isSkipped: true });

    const answered = await call('GET', `/webhook_events/${id}`, { key: owner.key });

    expect(expectSuccess(getWebhookEventContract, answered, 200)).toMatchObject({ data: null, attempts: [] });
  });

  it('404: an event older than 30 days', async () => {
    const { call, owner, anEvent } = await aWorldWithEvents();
    const { id } = await anEvent({ workspaceId: owner.workspaceId, createdAt: later(noon, -30 * DAY_MS) });

    const refused = await call('GET', `/webhook_events/${id}`, { key: owner.key });

    expect(expectError(getWebhookEventContract, refused, 404)).toEqual(['not_found']);
  });
});
