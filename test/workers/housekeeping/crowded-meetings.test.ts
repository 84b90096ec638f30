import { calendarEvents } from '#functions/api/calendar-events/index';
import { housekeeping } from '#functions/workers/housekeeping/index';
import { sweep } from '#functions/workers/sweeper/sweep';
import type { PersonId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { DAY_MS, HOUR_MS, isoOf, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { dueRows } from '#shared/foundation/events/due-rows';
import type { Outgoing } from '#shared/foundation/events/ports';
import { type JobMessage, queuedJobs } from '#shared/foundation/events/queued-jobs';
import { attendancesOfPerson, meetingPeople, recordAttendance } from '#shared/meetings/people/attendances-store';
import { countPerson } from '#shared/meetings/people/commands/count-person';
import { numbersOf } from '#shared/meetings/people/rules/person';
import { people, personIdByEmail } from '#shared/meetings/people/store';
import { commandContext } from '#shared/wiring/command-context';
import { aPeopleWorld } from '#test/contract/people/a-people-world';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { callsTo, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { peopleWorker } from '#test/support/people-worker';
import { sized } from '#test/support/test-size';

/** As many in all shapes of the attack, of which a person has thousands, and a meeting 200. */
const PEOPLE = 12;
const BEFORE = sized({ everyday: 300, release: 2_000 });
const IN_RANGE = 50;
const CHANGED = sized({ everyday: 15, release: 100 });

const ATTENDEES = Array.from({ length: PEOPLE }, (_, nth) => ({
  email: `guest-${nth}@park.test`,
  name: `Guest ${nth}`,
}));

/** A table that counts the rows which are read. */
function counting(table: Table) {
  let rows = 0;
  const counted: Table = {
    ...table,
    async get(key) {
      rows += 1;
      return table.get(key);
    },
    async query(query) {
      const page = await table.query(query);
      rows += Math.max(1, page.items.length);
      return page;
    },
  };
  return {
    table: counted,
    async during(work: () => Promise<unknown>): Promise<number> {
      const before = rows;
      await work();
      return rows - before;
    },
  };
}

/** A workspace whose meetings have the same people, each of whom has hundreds of earlier ones. */
async function aCrowd() {
  const peopleWorld = await aPeopleWorld();
  const { world, push, pushed, personOf } = peopleWorld;
  const { context, clock, dynamo } = world;
  const counter = counting(tableOver(dynamo));
  const watched = {
    ...world,
    context: { ...context, ...commandContext({ ...context, table: counter.table }), attendancesInRange: IN_RANGE },
  };
  const worker = peopleWorker(watched);
  await pushed({ attendees: ATTENDEES });
  const ids: PersonId[] = await Promise.all(ATTENDEES.map(async ({ email }) => (await personOf(email)).id));
  for (const id of ids) {
    for (let nth = 1; nth <= BEFORE; nth += 1) {
      const at = later(noon, -nth * DAY_MS);
      const attendance = { meetingId: context.ids.make('mtg'), name: null, at, pastFrom: at, attends: true };
      await recordAttendance(context.table, id, attendance, 1);
    }
    await countPerson(watched.context)(id);
  }
  clock.advance(MINUTE_MS);
  return {
    ...{ ...peopleWorld, world: watched, worker, counter, ids },
    /** Meetings with all of these people are pushed, or moved. */
    async change(hour: number): Promise<void> {
      for (let nth = 0; nth < CHANGED; nth += 1) await push({ uid: `crowd-${nth}`, at: hour, attendees: ATTENDEES });
    },
    async expectCounted(): Promise<void> {
      for (const id of ids) {
        const { state } = (await people.find(context.table, id)) ?? {};
        expect(state?.numbers).toEqual(numbersOf(await attendancesOfPerson(context.table, id), clock.now()));
      }
    },
  };
}

describe('meetings that all have the same people, each with many meetings', () => {
  it('are counted with a bounded number of rows for each message, and come together in one count of a person', async () => {
    const { change, counter, worker, world, expectCounted } = await aCrowd();
    const perMessage: number[] = [];
    const sweepAll = async () => {
      for (const row of worker.due()) perMessage.push(await counter.during(() => worker.deliver(row)));
    };

    for (const hour of [-2, -3]) {
      await change(hour);
      await sweepAll();
      world.clock.advance(MINUTE_MS);
      await sweepAll();
    }

    // A person costs one range, the list of ranges and some rows, whatever the number of their meetings.
    const ranges = (2 * (BEFORE + CHANGED)) / IN_RANGE;
    expect(Math.max(...perMessage)).toBeLessThan(PEOPLE * (IN_RANGE + ranges + 20));
    // Of each change of a meeting a person costs some rows, and twice in a change of all of them a count.
    const rows = perMessage.reduce((sum, one) => sum + one, 0);
    expect(rows).toBeLessThan(2 * PEOPLE * (CHANGED * 12 + 2 * (2 * IN_RANGE + 2 * ranges + 20)));
    await worker.untilQuiet();
    await expectCounted();
  });

  it('are left to the next turn once the time of one is over, and are counted at last', async () => {
    const { push, worker, world, ids, expectCounted } = await aCrowd();
    const { body } = await push({ uid: 'late', attendees: ATTENDEES });
    const { context, files } = world;
    const work = housekeeping(context, {
      files,
      sealer: context.sealer,
      sleep: async () => undefined,
      log: () => undefined,
    });
    const message = { 'detail-type': 'job.meeting_people_due', detail: { id: body.meeting_id } };
    const left: (number | undefined)[] = [];

    for (let turn = 0; turn < 3; turn += 1) {
      await work(message, { getRemainingTimeInMillis: () => 44 * SECOND_MS });
      left.push((await meetingPeople(context.table, body.meeting_id))?.uncounted.length);
    }

    expect([ids.length, ...left]).toEqual([PEOPLE, PEOPLE - 10, 0, 0]);
    await worker.untilQuiet();
    await expectCounted();
  });

  it('do not delay those of another workspace: the sweeper sends each in the group of its own', async () => {
    const { change, world, worker, owner } = await aCrowd();
    const { context, files } = world;
    await change(-2);
    const crowd = worker.due();
    const other = await world.anOwner('Other');
    const { body } = await callsTo(calendarEvents(context))('POST', '/calendar_events', {
      key: other.key,
      body: { ...anHour(other.workspaceId), attendees: [{ email: 'mary@navy.test', name: 'Mary' }] },
    });
    const queued: Outgoing<JobMessage>[] = [];
    const queue = { send: async (messages: readonly Outgoing<JobMessage>[]) => void queued.push(...messages) };
    const nowhere = { send: async () => undefined };
    const sweepOnce = sweep({
      due: dueRows(context.table),
      workers: { housekeeping: queue, orders: nowhere, media: nowhere },
      ...{ bots: nowhere, live: nowhere, calendars: nowhere, retry: nowhere, slow: nowhere },
      slowEndpoints: { read: async () => ({}) },
      bus: { publish: async () => undefined },
      continueIn: async () => undefined,
      ...{ clock: world.clock, stage: 'test', log: () => undefined },
    });
    const handler = queuedJobs(context, {
      work: housekeeping(context, {
        files,
        sealer: context.sealer,
        sleep: async () => undefined,
        log: () => undefined,
      }),
      ...{ queue, worker: 'housekeeping', log: () => undefined },
    });
    const receive = (message: unknown) =>
      handler(
        { Records: [{ messageId: '1', body: JSON.stringify(message), receiptHandle: '1', attributes: {} }] } as never,
        { getRemainingTimeInMillis: () => 80 * SECOND_MS },
      );

    await sweepOnce();

    const groups = queued.map(({ message, group }) => [message.job.id, group]);
    expect(groups.sort()).toEqual(
      [...crowd.map(({ id }) => [id, owner.workspaceId]), [body.meeting_id, other.workspaceId]].sort(),
    );
    // The queue takes the group with one message first.
    await receive(queued.find(({ group }) => group === other.workspaceId)?.message);
    const mary = await personIdByEmail(context.table, other.workspaceId, 'mary@navy.test');
    expect(mary && (await people.find(context.table, mary))?.state.numbers.meetingsCount).toBe(1);
  });
});

/** Two hours ago. */
const anHour = (workspaceId: WorkspaceId) => ({
  ...{ workspace_id: workspaceId, member_data: { email: 'ben@other.test' }, ical_uid: 'one@other.test' },
  ...{ starts_at: isoOf(later(noon, -2 * HOUR_MS)), ends_at: isoOf(later(noon, -HOUR_MS)) },
});
