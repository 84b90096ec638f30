import { HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { getPersonContract, listPeopleContract, updatePersonContract } from '#shared/meetings/people/contract';
import { noon } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aPeopleWorld } from './a-people-world.ts';

const UNKNOWN = 'per_00000000000000000000000000';
const iso = (hours: number): string => new Date(noon + hours * HOUR_MS).toISOString();
const namesIn = ({ body }: { readonly body: { readonly data: readonly { readonly name: string }[] } }) =>
  body.data.map(({ name }) => name);

/** Grace was met two hours ago, Alan a day ago; Mary is to be met in five hours. */
async function metPeople() {
  const world = await aPeopleWorld();
  const { call, owner, pushed } = world;
  await pushed();
  await pushed({ uid: 'alan', at: -24, attendees: [{ email: 'alan@bletchley.test', name: 'Alan Turing' }] });
  await pushed({ uid: 'mary', at: 5, attendees: [{ email: 'mary@navy.test', name: 'Mary' }] });
  const list = (rest = '') => call('GET', `/people?workspace_id=${owner.workspaceId}${rest}`, { key: owner.key });
  const update = (id: string, body: object) => call('PATCH', `/people/${id}`, { key: owner.key, body });
  const read = (id: string) => call('GET', `/people/${id}`, { key: owner.key });
  return { ...world, list, update, read };
}

describe('GET /people', () => {
  it('200: those who were invited, the one who was met last first, and those who were never met last', async () => {
    const { list } = await metPeople();

    const { data } = expectSuccess(listPeopleContract, await list(), 200);

    expect(data.map((one: { name: string; meetings_count: number }) => [one.name, one.meetings_count])).toEqual([
      ['Grace', 1],
      ['Ada', 1],
      ['Alan Turing', 1],
      ['Mary', 0],
    ]);
  });

  it('200: the one with an email, whatever its case; none for another', async () => {
    const { list } = await metPeople();

    expect(namesIn(await list('&email=Grace%40NAVY.test'))).toEqual(['Grace']);
    expect(namesIn(await list('&email=nobody%40navy.test'))).toEqual([]);
  });

  it('200: those of a company; none for one of another workspace', async () => {
    const { list, companies, world, call } = await metPeople();
    const navy = (await companies()).find(({ domain }: { domain: string }) => domain === 'navy.test').id;
    const stranger = await world.anOwner('Other');
    const asStranger = `/people?workspace_id=${stranger.workspaceId}&company_id=${navy}`;

    expect(namesIn(await list(`&company_id=${navy}`))).toEqual(['Grace', 'Mary']);
    // Neither that there are more, nor a cursor, which names the last one.
    for (const rest of ['', '&limit=1', '&limit=1&q=grace', `&limit=1&met_after=${iso(-30)}`])
      expect((await call('GET', `${asStranger}${rest}`, { key: stranger.key })).body).toMatchObject({
        ...{ data: [], has_more: false },
      });
  });

  it('200: those who were met after a moment', async () => {
    const { list } = await metPeople();

    expect(namesIn(await list(`&met_after=${iso(-3)}`))).toEqual(['Grace', 'Ada']);
    expect(namesIn(await list(`&met_after=${iso(-2)}`))).toEqual([]);
    expect(namesIn(await list('&met_after=9999-12-31T23:59:59Z'))).toEqual([]);
  });

  it.each([
    ['gra', ['Grace']],
    ['TURING', ['Alan Turing']],
    ['alan t', ['Alan Turing']],
    ['mary@', ['Mary']],
    ['race', []],
    ['navy', []],
  ])('200: those whose name, a word of it, or email begins with %s', async (text, found) => {
    const { list } = await metPeople();

    expect(namesIn(await list(`&q=${encodeURIComponent(text)}`))).toEqual(found);
  });

  it('200: page by page, each once', async () => {
    const { list, call, owner } = await metPeople();

    const first = (await list('&limit=3')).body;
    const next = await call('GET', first._links.next.url.split('/api/v1')[1], { key: owner.key });

    expect([...namesIn({ body: first }), ...namesIn(next)]).toEqual(['Grace', 'Ada', 'Alan Turing', 'Mary']);
    expect(next.body.has_more).toBe(false);
  });

  it('400: an unknown filter', async () => {
    const { list } = await metPeople();

    expect(expectError(listPeopleContract, await list('&phone=1'), 400)).toEqual(['bad_request phone']);
  });
});

describe('GET /people/{id}', () => {
  it('200: with when they were met and are met next', async () => {
    const { pushed, personOf, read, owner } = await metPeople();
    await pushed({ uid: 'again', at: 48 });
    const { id, company_id } = await personOf('grace@navy.test');

    expect(expectSuccess(getPersonContract, await read(id), 200)).toEqual({
      id,
      object: 'person',
      workspace_id: owner.workspaceId,
      name: 'Grace',
      email: 'grace@navy.test',
      company_id,
      member_id: null,
      meetings_count: 1,
      first_met_at: iso(-2),
      last_met_at: iso(-2),
      next_meeting_at: iso(48),
      metadata: {},
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('404: an unknown id', async () => {
    const { read } = await metPeople();

    expect(expectError(getPersonContract, await read(UNKNOWN), 404)).toEqual(['not_found']);
  });
});

describe('PATCH /people/{id}', () => {
  it('200: a name is shown in place of those on invites, and null shows these again; metadata merges', async () => {
    const { personOf, update, pushed } = await metPeople();
    const { id } = await personOf('grace@navy.test');
    await update(id, { metadata: { crm: '1' } });

    const renamed = expectSuccess(updatePersonContract, await update(id, { name: 'Rear Admiral' }), 200);
    await pushed({ uid: 'later', at: -1, attendees: [{ email: 'grace@navy.test', name: 'G. Hopper' }] });
    const kept = await personOf('grace@navy.test');
    const cleared = expectSuccess(updatePersonContract, await update(id, { name: null, metadata: { tier: 'a' } }), 200);

    expect([renamed.name, kept.name, cleared.name]).toEqual(['Rear Admiral', 'Rear Admiral', 'G. Hopper']);
    expect(cleared.metadata).toEqual({ crm: '1', tier: 'a' });
    expect(cleared.meetings_count).toBe(2);
  });

  it('200: what changes nothing moves nothing', async () => {
    const { personOf, update, world } = await metPeople();
    const before = await personOf('grace@navy.test');
    world.clock.advance(MINUTE_MS);

    expect((await update(before.id, {})).body).toEqual(before);
  });

  it('422: a name that is a URL, and an unknown field', async () => {
    const { personOf, update } = await metPeople();
    const { id } = await personOf('grace@navy.test');

    const refused = await update(id, { name: 'https://navy.test', email: 'x@navy.test' });

    expect(expectError(updatePersonContract, refused, 422)).toEqual(['unknown_field email', 'invalid_format name']);
  });

  it('401: for a plain member of the workspace', async () => {
    const { personOf, call, world, owner } = await metPeople();
    const { id } = await personOf('grace@navy.test');
    const { key } = await world.aColleague(owner.workspaceId, 'member');

    const refused = await call('PATCH', `/people/${id}`, { key, body: { name: 'Eve' } });

    expect(expectError(updatePersonContract, refused, 401)).toEqual(['unauthorized']);
  });

  it('404: an unknown id', async () => {
    const { update } = await metPeople();

    expect(expectError(updatePersonContract, await update(UNKNOWN, {}), 404)).toEqual(['not_found']);
  });
});

describe('a person', () => {
  it('is due at a moment of their own: those who met until the same one do not come at once', async () => {
    const { pushed, world } = await aPeopleWorld();
    await pushed({ at: 5, attendees: Array.from({ length: 100 }, (_, nth) => ({ email: `guest-${nth}@park.test` })) });

    const due = world.dynamo
      .items()
      .flatMap(({ type, due_at }) => (type?.S === 'person' && due_at ? [Number(due_at.N)] : []));

    const ends = noon + 6 * HOUR_MS;
    expect(due.filter((at) => at < ends || at >= ends + 15 * MINUTE_MS)).toEqual([]);
    expect(new Set(due.map((at) => Math.floor((at - ends) / MINUTE_MS))).size).toBe(15);
  });

  it('is met within a quarter of an hour after their next meeting has ended, without any change of it', async () => {
    const { pushed, personOf, world, worker } = await aPeopleWorld();
    await pushed({ at: 5 });
    const before = await personOf('grace@navy.test');
    world.clock.set((noon + 6.25 * HOUR_MS) as typeof noon);

    await worker.untilQuiet();

    expect(before).toMatchObject({ meetings_count: 0, last_met_at: null, next_meeting_at: iso(5) });
    expect(await personOf('grace@navy.test')).toMatchObject({
      meetings_count: 1,
      last_met_at: iso(5),
      next_meeting_at: null,
    });
  });

  it('is not met by a meeting that was cancelled, or that they declined', async () => {
    const { pushed, personOf } = await aPeopleWorld();
    await pushed({ uid: 'cancelled' });
    await pushed({ uid: 'cancelled', cancelled: true });
    await pushed({ uid: 'declined', attendees: [{ email: 'grace@navy.test', response: 'declined' }] });

    expect(await personOf('grace@navy.test')).toMatchObject({ meetings_count: 0, last_met_at: null });
  });

  it('is counted by where a meeting was moved to', async () => {
    const { pushed, personOf } = await aPeopleWorld();
    await pushed({ at: -2 });
    await pushed({ at: -30 });
    const earlier = await personOf('grace@navy.test');
    await pushed({ at: 30 });

    expect(earlier).toMatchObject({ meetings_count: 1, first_met_at: iso(-30), last_met_at: iso(-30) });
    expect(await personOf('grace@navy.test')).toMatchObject({ meetings_count: 0, next_meeting_at: iso(30) });
  });

  it('is counted no longer by a meeting that they were taken off', async () => {
    const { pushed, personOf } = await aPeopleWorld();
    await pushed();
    await pushed({ attendees: [{ email: 'ada@acme.test' }] });

    expect(await personOf('grace@navy.test')).toMatchObject({ meetings_count: 0, first_met_at: null });
  });

  it('is counted no longer by a meeting that was deleted, and has no longer the name on it', async () => {
    const { pushed, personOf, callMeetings, owner, worker, world } = await aPeopleWorld();
    const { meeting_id } = await pushed();
    const deleted = await callMeetings('DELETE', `/meetings/${meeting_id}`, { key: owner.key });
    await worker.untilQuiet();

    const rows = world.dynamo.items().filter((item) => item['pk']?.S === meeting_id);

    expect(deleted.status).toBe(200);
    expect(await personOf('grace@navy.test')).toMatchObject({ meetings_count: 0, last_met_at: null, name: null });
    expect(rows).toEqual([]);
    expect(JSON.stringify(world.dynamo.items().filter(({ type }) => type?.S === 'attendance'))).not.toContain('Grace');
  });

  it('is linked to the member with their email, while there is one', async () => {
    const { pushed, personOf, callMembers, owner, worker } = await aPeopleWorld();
    await pushed();
    const body = { workspace_id: owner.workspaceId, email: 'grace@navy.test' };
    const member = (await callMembers('POST', '/members', { key: owner.key, body })).body.id;
    await worker.untilQuiet();
    const linked = await personOf('grace@navy.test');
    await callMembers('DELETE', `/members/${member}`, { key: owner.key });
    await worker.untilQuiet();

    expect(linked.member_id).toBe(member);
    expect((await personOf('grace@navy.test')).member_id).toBeNull();
  });

  it('is no room', async () => {
    const { pushed, people } = await aPeopleWorld();
    await pushed({ attendees: [{ email: 'c_1@resource.calendar.google.com', name: 'Room 1' }] });

    expect(await people()).toEqual([]);
  });

  it('of a meeting from before people were recorded follows once another meeting of the workspace does', async () => {
    const { push, pushed, personOf, world } = await aPeopleWorld();
    await push({ uid: 'before', at: -50 });
    const [record] = world.dynamo.items().filter(({ type }) => type?.S === 'meeting_people');
    await world.context.table.write({ remove: { pk: record?.['pk']?.S ?? '', sk: record?.['sk']?.S ?? '' } });

    await pushed({ uid: 'after', at: -2 });

    expect(await personOf('grace@navy.test')).toMatchObject({ meetings_count: 2, first_met_at: iso(-50) });
  });

  it('lags at most two minutes behind a change, and its company too', async () => {
    const { push, worker, world, personOf, companies } = await aPeopleWorld();
    await push();
    const since = world.clock.now();

    await worker.minute();
    await worker.minute();

    expect(world.clock.now() - since).toBe(2 * MINUTE_MS);
    expect(await personOf('grace@navy.test')).toMatchObject({ meetings_count: 1 });
    expect(await companies()).toMatchObject([{ domain: 'navy.test', people_count: 1, last_met_at: iso(-2) }]);
  });

  it('has meetings, which are listed by their email', async () => {
    const { pushed, callMeetings, owner } = await aPeopleWorld();
    await pushed();
    await pushed({ uid: 'other', attendees: [{ email: 'alan@bletchley.test' }] });
    const query = `workspace_id=${owner.workspaceId}&participant_email=grace%40navy.test`;

    const { body } = await callMeetings('GET', `/meetings?${query}`, { key: owner.key });

    expect(body.data).toHaveLength(1);
  });

  it('with one address in two workspaces is two people', async () => {
    const { pushed, personOf, world, call } = await aPeopleWorld();
    await pushed();
    const { id } = await personOf('grace@navy.test');
    const stranger = await world.anOwner('Other');

    const listed = await call('GET', `/people?workspace_id=${stranger.workspaceId}&email=grace%40navy.test`, {
      key: stranger.key,
    });

    expect(listed.body.data).toEqual([]);
    expect((await call('GET', `/people/${id}`, { key: stranger.key })).status).toBe(404);
  });

  it('has neither name nor address in a key of the table', async () => {
    const { pushed, world } = await aPeopleWorld();
    await pushed();

    const keys = world.dynamo
      .items()
      .flatMap((item) => Object.entries(item).filter(([name]) => /^(?:list_|order_|due_)?[ps]k$/.test(name)))
      .map(([, value]) => value.S ?? '');

    expect(keys.filter((key) => /grace|navy/i.test(key))).toEqual([]);
  });
});
