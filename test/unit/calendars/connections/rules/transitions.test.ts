import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import {
  connected,
  consentedAgain,
  disconnected,
  stoppedSyncing,
} from '#shared/calendars/connections/rules/transitions';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { anId } from '#test/unit/meetings/rules/a-meeting';

const fresh = {
  id: anId('cal'),
  workspaceId: anId('wks'),
  memberId: anId('mem'),
  provider: 'google',
  accountEmail: 'ada@gmail.test',
  createdAt: noon,
} as const;
const error = { code: 'grant_expired', message: 'The grant has expired.' } as const;

const anActive = (): CalendarConnection => connected(fresh).state;
const aBroken = (): CalendarConnection => stoppedSyncing(anActive(), error).state;
const aDisconnected = (): CalendarConnection => disconnected(anActive(), minutes(1)).state;

describe('a calendar connection', () => {
  it('begins active with a consent, and nothing synced yet', () => {
    expect(connected(fresh)).toEqual({
      state: { ...fresh, status: 'active', connectedAt: noon, lastSyncedAt: null, warnings: [] },
      events: ['calendar_connection.connected'],
    });
  });

  it.each([
    ['active', anActive],
    ['broken', aBroken],
  ])('that is %s is active after a further consent, with the moment moved', (_status, made) => {
    expect(consentedAgain(made(), minutes(5))).toEqual({
      state: { ...anActive(), connectedAt: minutes(5) },
      events: ['calendar_connection.connected'],
    });
  });

  it('that is active breaks with the reason, and a second failure sends no event', () => {
    const broken = aBroken();

    expect(broken).toEqual({ ...anActive(), status: 'error', error });
    expect(stoppedSyncing(broken, { ...error, code: 'access_revoked' })).toEqual({ state: broken, events: [] });
  });

  it.each([
    ['active', anActive],
    ['broken', aBroken],
  ])('that is %s is disconnected without what was wrong with it', (_status, made) => {
    expect(disconnected(made(), minutes(1))).toEqual({
      state: { ...anActive(), status: 'disconnected', disconnectedAt: minutes(1) },
      events: ['calendar_connection.disconnected'],
    });
  });

  it('that is disconnected stays so, whatever happens', () => {
    const gone = aDisconnected();

    for (const decision of [
      disconnected(gone, minutes(9)),
      consentedAgain(gone, minutes(9)),
      stoppedSyncing(gone, error),
    ])
      expect(decision).toEqual({ state: gone, events: [] });
  });
});
