import type { LimitOverrides } from '#shared/foundation/core/limits';
import { isoOf, MINUTE_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { aWorld } from '#test/support/api';
import { aConnectedCalendar, calendarSyncWorker, connectionOf } from '#test/support/calendar-sync-worker';
import { fakeCalendar } from '#test/support/fake-calendar';
import { aPartner } from '../../contract/calendar-events/a-partner.ts';

interface Given {
  readonly pageSize?: number;
  readonly provider?: 'google' | 'microsoft';
  readonly timeLeft?: number;
  readonly limits?: LimitOverrides;
}

/** Ada's calendar, connected and not yet synced, in a workspace that records every meeting. */
export async function aSyncedCalendar({ pageSize = 100, provider = 'google', limits, ...given }: Given = {}) {
  const partner = await aPartner(limits && aWorld({ useOf: useFactory(limits) }));
  await partner.recordEverything();
  const { world, owner } = partner;
  const calendar = fakeCalendar({ pageSize });
  const work = calendarSyncWorker(world, { [provider]: calendar, ...given });
  const memberId = await partner.aMember('Ada');
  const connection = await aConnectedCalendar(world, { workspaceId: owner.workspaceId, memberId, provider });

  /** The meetings that the API lists, by start and title. */
  const seen = async () =>
    (await partner.listed())
      .map((meeting: Shown) => ({ title: meeting.title, startsAt: meeting.starts_at, phase: meeting.phase }))
      .sort(inTime);

  return {
    ...partner,
    calendar,
    work,
    memberId,
    id: connection.id,
    connection: () => connectionOf(world, connection.id),
    sync: () => work.sync(connection.id),
    runSync: () => work.whenDue(connection.id),
    /** Synced, five minutes after a poll in the connection's own minute and ten before the next one. */
    betweenPolls: async () => {
      for (const _run of ['first sync', 'first poll', 'poll in its own minute']) await work.whenDue(connection.id);
      world.clock.advance(5 * MINUTE_MS);
    },
    seen,
    titles: async (): Promise<readonly string[]> => (await seen()).map(({ title }: Shown) => title),
    /** The occurrences in the calendar, as the API should list them. */
    inCalendar: () =>
      [...calendar.standing.values()]
        .map(({ title, startsAt }) => ({ title, startsAt: isoOf(startsAt), phase: 'upcoming' }))
        .sort(inTime),
    named: async (title: string) => (await partner.listed()).find((meeting: Shown) => meeting.title === title),
  };
}
export type ASyncedCalendar = Awaited<ReturnType<typeof aSyncedCalendar>>;

interface Placed {
  readonly title: string | null;
  readonly startsAt: string;
}

const inTime = (one: Placed, other: Placed): number =>
  `${one.startsAt} ${one.title}`.localeCompare(`${other.startsAt} ${other.title}`);

interface Shown {
  readonly title: string;
  readonly starts_at: string;
  readonly phase: string;
}
