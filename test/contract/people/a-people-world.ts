import { calendarEvents } from '#functions/api/calendar-events/index';
import { meetings } from '#functions/api/meetings/index';
import { members } from '#functions/api/members/index';
import { people } from '#functions/api/people/index';
import { HOUR_MS } from '#shared/foundation/core/time';
import { aWorld, callsTo, noon } from '#test/support/api';
import { peopleWorker } from '#test/support/people-worker';

interface Pushed {
  readonly uid?: string;
  /** Hours from noon. */
  readonly at?: number;
  readonly who?: string;
  readonly cancelled?: boolean;
  readonly attendees?: readonly object[];
}

/** A workspace of acme.test whose members push calendar events, with the worker that counts people. */
export async function aPeopleWorld() {
  const world = aWorld();
  const owner = await world.anOwner('Acme', ['acme.test']);
  const { key, workspaceId } = owner;
  const call = callsTo(people(world.context));
  const [events, callMeetings, callMembers] = [
    callsTo(calendarEvents(world.context)),
    callsTo(meetings(world.context)),
    callsTo(members(world.context)),
  ];
  const worker = peopleWorker(world);

  /** An hour with Ada of the workspace, and with Grace of another company unless others are named. */
  const push = async ({
    uid = 'one',
    at = -2,
    who = 'ada@acme.test',
    cancelled = false,
    attendees = [
      { email: 'ada@acme.test', name: 'Ada' },
      { email: 'grace@navy.test', name: 'Grace' },
    ],
  }: Pushed = {}) => {
    const starts = noon + at * HOUR_MS;
    return events('POST', '/calendar_events', {
      key,
      body: {
        workspace_id: workspaceId,
        member_data: { email: who },
        ical_uid: `${uid}@acme.test`,
        starts_at: new Date(starts).toISOString(),
        ends_at: new Date(starts + HOUR_MS).toISOString(),
        cancelled,
        attendees,
      },
    });
  };
  const listed = async (path: string) => (await call('GET', `${path}?workspace_id=${workspaceId}`, { key })).body.data;
  const personOf = async (email: string) =>
    (await call('GET', `/people?workspace_id=${workspaceId}&email=${encodeURIComponent(email)}`, { key })).body.data[0];

  return {
    ...{ world, owner, call, worker, push, callMeetings, callMembers, personOf },
    people: () => listed('/people'),
    companies: () => listed('/companies'),
    /** Pushes, and lets everybody follow. */
    async pushed(event: Pushed = {}) {
      const answer = await push(event);
      await worker.untilQuiet();
      return answer.body;
    },
  };
}
