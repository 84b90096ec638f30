import { people } from '#functions/api/people/index';
import { HOUR_MS, later } from '#shared/foundation/core/time';
import { recordAttendance } from '#shared/meetings/people/attendances-store';
import { countPerson } from '#shared/meetings/people/commands/count-person';
import { createPerson } from '#shared/meetings/people/rules/person';
import { people as rows } from '#shared/meetings/people/store';
import { appContext } from '#shared/wiring/app-context';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { callsTo, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { requestCounter } from '#test/support/request-counter';
import { sized } from '#test/support/test-size';
import { aPeopleWorld } from './a-people-world.ts';

const MEETINGS = sized({ everyday: 1_000, release: 10_000 });
const PEOPLE = sized({ everyday: 2_000, release: 50_000 });

/** Requests to the people of a world, with the round trips that each takes. */
function counted({ context, dynamo }: Awaited<ReturnType<typeof aPeopleWorld>>['world'], key: string) {
  const counter = requestCounter();
  const table = tableOver(counter.watch(dynamo));
  const call = callsTo(people({ ...context, ...appContext({ ...context, table }) }));
  return async (path: string) => {
    const { answer, tally } = await counter.during(() => call('GET', path, { key }));
    return { body: answer.body, trips: tally.trips };
  };
}

const sizeOf = (row: unknown): number => JSON.stringify(row).length;

describe(`a person with ${MEETINGS} meetings`, () => {
  it('has a row that is as long as with one, and is read in two round trips', async () => {
    const { world, owner, pushed, personOf } = await aPeopleWorld();
    await pushed();
    const { table, ids } = world.context;
    const { id } = await personOf('grace@navy.test');
    const rowOf = () => world.dynamo.items().find(({ pk, sk }) => pk?.S === id && sk?.S === '.');
    const before = sizeOf(rowOf());

    for (let nth = 1; nth < MEETINGS; nth += 1) {
      const at = later(noon, (-nth - 3) * HOUR_MS);
      const attendance = { meetingId: ids.make('mtg'), name: 'Grace', at, pastFrom: later(at, HOUR_MS), attends: true };
      await recordAttendance(table, id, attendance, 1);
    }
    await countPerson(world.context)(id);
    const get = counted(world, owner.key);
    await get(`/people/${id}`);
    const { body, trips } = await get(`/people/${id}`);

    expect(body).toMatchObject({ meetings_count: MEETINGS, last_met_at: '2026-11-02T10:00:00.000Z' });
    expect(trips).toBeLessThanOrEqual(2);
    expect(sizeOf(rowOf()) - before).toBeLessThan(20);
  });
});

describe(`a workspace with ${PEOPLE} people`, () => {
  it('is listed in two round trips, and searched page by page in three each, as none looks at so much before the key is verified', async () => {
    const { world, owner } = await aPeopleWorld();
    const { context } = world;
    const { workspaceId } = owner;
    for (let nth = 0; nth < PEOPLE; nth += 1) {
      const email = `person-${nth}@navy.test`;
      const person = createPerson(context.ids.make('per'), noon, { workspaceId, email, companyId: null });
      for (const write of rows.put(undefined, person)) await context.table.write(write);
    }
    const get = counted(world, owner.key);
    const list = `/people?workspace_id=${workspaceId}`;
    await get(list);

    const all = await get(list);
    const found: string[] = [];
    let pages = 0;
    let most = 0;
    for (let path: string | undefined = `${list}&q=person-${PEOPLE - 1}`; path !== undefined; pages += 1) {
      const { body, trips } = await get(path);
      found.push(...body.data.map(({ email }: { readonly email: string }) => email));
      most = Math.max(most, trips);
      path = body._links.next?.url.split('/api/v1')[1];
    }

    expect([all.body.data.length, all.trips <= 2]).toEqual([25, true]);
    expect(found).toEqual([`person-${PEOPLE - 1}@navy.test`]);
    expect(most).toBeLessThanOrEqual(3);
    expect(pages).toBeLessThanOrEqual(Math.ceil(PEOPLE / 4000) + 1);
  });
});
