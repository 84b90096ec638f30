import { isoOf } from '#shared/core/time';
import { aCalendar } from '#test/support/a-calendar';
import { aConnectedCalendar, calendarsAtWork, connectionOf } from '#test/support/calendars-at-work';
import { aPartner } from '../../contract/calendar-events/a-partner.ts';

interface Given {
  readonly pageSize?: number;
  readonly provider?: 'google' | 'microsoft';
  readonly timeLeft?: number;
}

/** Ada's calendar, just connected, in a workspace that records everything; nothing was read of it yet. */
export async function aSyncedCalendar({ pageSize = 100, provider = 'google', ...given }: Given = {}) {
  const partner = await aPartner();
  await partner.recordEverything();
  const { world, owner } = partner;
  const calendar = aCalendar({ pageSize });
  const work = calendarsAtWork(world, { [provider]: calendar, ...given });
  const memberId = await partner.aMember('Ada');
  const connection = await aConnectedCalendar(world, { workspaceId: owner.workspaceId, memberId, provider });

  /** What partners see of it: by title, in time's order. */
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
    pass: () => work.whenDue(connection.id),
    seen,
    titles: async (): Promise<readonly string[]> => (await seen()).map(({ title }: Shown) => title),
    /** What stands in the calendar, as partners ought to see it. */
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
