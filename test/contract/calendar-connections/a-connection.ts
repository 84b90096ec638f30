import { calendarConnections } from '#functions/api/calendar-connections/index';
import { workspaces } from '#shared/accounts/workspaces/store';
import { connectCalendar } from '#shared/calendars/connections/commands/connect-calendar';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { stoppedSyncing } from '#shared/calendars/connections/rules/transitions';
import { calendarConnections as storedConnections } from '#shared/calendars/connections/store';
import type { CalendarConnectionId, MemberId } from '#shared/foundation/core/ids';
import { HOUR_MS, type Instant, later } from '#shared/foundation/core/time';
import { pushCalendarEvent } from '#shared/meetings/calendar-events/commands/push-calendar-event';
import type { SentPush } from '#shared/meetings/calendar-events/rules/push-event';
import { callsTo, noon } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { aPartner } from '../calendar-events/a-partner.ts';

/** A partner whose members have connected calendars, as consent and sync leave them. */
export async function aConnectedPartner() {
  const partner = await aPartner();
  const { world, owner } = partner;
  const { context } = world;
  const { table } = context;
  const needs = {
    ...context,
  };
  const workspace = async () => {
    const found = await workspaces.find(table, owner.workspaceId);
    if (!found) throw new Error('The workspace is not there.');
    return found.state;
  };
  const call = callsTo(calendarConnections(context));
  let synced = 0;

  return {
    ...partner,
    needs,
    workspace,
    call,
    /** What a member's consent leads to. */
    connect: async (memberId: string, accountEmail = 'ada@gmail.test', provider: 'google' | 'microsoft' = 'google') =>
      connectCalendar(needs)(await workspace(), {
        ...{ memberId: memberId as MemberId, provider, accountEmail },
        refreshToken: 'granted',
      }),
    /** The account stops granting access. */
    async fail(id: CalendarConnectionId): Promise<CalendarConnection> {
      const before = await storedConnections.find(table, id);
      if (!before) throw new Error('There is no such connection.');
      const { state } = stoppedSyncing(before.state, { code: 'access_revoked', message: 'The account said no.' });
      await context.changes.save({ at: world.clock.now(), writes: [storedConnections.put(before, state)] });
      return state;
    },
    /** An event of an hour that a sync finds in a connected calendar, an hour ahead unless said otherwise. */
    async sync({ id, memberId }: CalendarConnection, event: Partial<SentPush> & { startsAt?: Instant } = {}) {
      synced += 1;
      const { startsAt = later(noon, HOUR_MS), ...more } = event;
      const sent: SentPush = {
        member: { id: memberId },
        icalUid: `synced-${synced}@google.test`,
        recurring: false,
        originalStartsAt: undefined,
        cancelled: false,
        content: {
          title: 'Synced',
          startsAt,
          endsAt: later(startsAt, HOUR_MS),
          meetingUrl: `https://meet.google.com/${letters(synced)}-good-def`,
          organizer: null,
          attendees: [],
        },
        metadata: undefined,
        calendarId: id,
        ...more,
      };
      return (await pushCalendarEvent(needs)(await workspace(), sent)).event;
    },
    list: (query = '', as = owner.key): Promise<ApiResponse> =>
      call('GET', `/calendar_connections?workspace_id=${owner.workspaceId}${query}`, { key: as }),
    read: (id: string, as = owner.key): Promise<ApiResponse> => call('GET', `/calendar_connections/${id}`, { key: as }),
    disconnect: (id: string, as = owner.key): Promise<ApiResponse> =>
      call('DELETE', `/calendar_connections/${id}`, { key: as }),
  };
}

/** Three letters that stand for a number. */
const letters = (nth: number): string =>
  [676, 26, 1].map((place) => String.fromCharCode(97 + (Math.floor(nth / place) % 26))).join('');
