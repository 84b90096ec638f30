import * as v from 'valibot';
import { CalendarConnectionBody, presentCalendarConnection } from '#shared/calendars/connections/present';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarConnectionId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';

const noon = Date.UTC(2026, 10, 2, 12) as Instant;

const identity = {
  id: 'cal_01kcw3v9e2f3hb5wnkq8zr6m4t' as CalendarConnectionId,
  workspaceId: 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t' as WorkspaceId,
  memberId: 'mem_01kcw3v9e2f3hb5wnkq8zr6m4t' as MemberId,
  provider: 'google',
  accountEmail: 'ada@acme.test',
  connectedAt: noon,
  lastSyncedAt: null,
  warnings: [],
  createdAt: noon,
} as const;

describe('a calendar connection as events carry it', () => {
  it.each<CalendarConnection>([
    { ...identity, status: 'active', lastSyncedAt: noon },
    { ...identity, status: 'error', error: { code: 'access_revoked', message: 'Consent was taken back.' } },
    { ...identity, status: 'disconnected', disconnectedAt: noon },
  ])('is what the document says while $status', (connection) => {
    const read = v.parse(CalendarConnectionBody, presentCalendarConnection(connection));

    expect(read.error).toEqual(connection.status === 'error' ? connection.error : null);
  });
});
