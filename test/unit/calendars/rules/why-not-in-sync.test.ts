import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { type CalendarFacts, type CalendarReason, whyNotInSync } from '#shared/calendars/rules/why-not-in-sync';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { reason } from '#shared/foundation/core/reason';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { anId } from '#test/unit/meetings/rules/a-meeting';

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
};
const neverSynced = { ...connection, lastSyncedAt: null };
const warning = { code: 'unreadable_event', count: 2, lastSeenAt: noon, examples: [] } as const;
const doubt = { ...warning, code: 'missing_uid' } as const;

describe('why a calendar is not in sync', () => {
  it.each<[CalendarReason, Partial<CalendarFacts>]>([
    ['archived', { archivedAt: noon }],
    ['paused', { pausedAt: noon }],
    ['disconnected', { calendar: { ...connection, status: 'disconnected', disconnectedAt: noon } }],
    ['error', { calendar: { ...connection, status: 'error', error: { code: 'access_revoked', message: 'x' } } }],
    ['no_sync', { sync: undefined }],
    ['resting', { sync: { ...sync, restsUntil: minutes(5), failures: 2 } }],
    ['failing', { sync: { ...sync, failures: 2 } }],
    ['late', { sync: { ...sync, dueAt: later(noon, -20 * MINUTE_MS) } }],
    ['in_sync', { sync: { ...sync, dueAt: later(noon, -19 * MINUTE_MS) } }],
    ['in_sync', { sync: { ...sync, dueAt: null } }],
    ['running', { sync: { ...sync, claimedUntil: minutes(1) } }],
    ['running', { sync: { ...sync, syncedAt: null, claimedUntil: minutes(1) }, calendar: neverSynced }],
    ['not_read_yet', { sync: { ...sync, syncedAt: null }, calendar: neverSynced }],
    ['events_passed_over', { calendar: { ...connection, warnings: [doubt, warning] } }],
    ['events_in_doubt', { calendar: { ...connection, warnings: [doubt] } }],
    ['in_sync', {}],
  ])('is %s: %#', (reason, given) => {
    expect(whyNotInSync({ ...calendar, ...given }).found.name).toBe(reason);
  });

  it('goes through further reasons of the deployment once the calendar itself is in order', () => {
    const noClient = reason('no_client', true);
    const disconnected = { ...connection, status: 'disconnected', disconnectedAt: noon } as const;

    expect(whyNotInSync({ ...calendar, sync: undefined }, [noClient]).found).toBe(noClient);
    expect(whyNotInSync({ ...calendar, calendar: disconnected }, [noClient]).found.name).toBe('disconnected');
  });

  it('has neither the account nor its grant in its evidence', () => {
    expect(JSON.stringify(whyNotInSync(calendar))).not.toMatch(/ada@|SEALED/);
  });
});
