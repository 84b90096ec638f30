import { meetings } from '#functions/api/meetings/index';
import { LostRace } from '#shared/foundation/core/store';
import { updateMeetingContract as contract } from '#shared/meetings/meetings/contract';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes, subscribe } from '#test/support/subscriptions';
import { aMeetingWorld, at, HOUR } from './meeting-world.ts';

async function aMeetingToLabel() {
  const context = await aMeetingWorld();
  const id = await context.aMeeting(HOUR);
  const label = (metadata: unknown) => context.label(id, { metadata });
  const labelled = async (metadata: unknown) => expectSuccess(contract, await label(metadata), 200).metadata;
  return { ...context, id, send: context.label, label, labelled };
}

describe('PATCH /meetings/{id}', () => {
  it('200: keys are added or overwritten, others kept; an empty text removes its key', async () => {
    const { labelled } = await aMeetingToLabel();

    expect(await labelled({ crm: 'a', deal: 'x' })).toEqual({ crm: 'a', deal: 'x' });
    expect(await labelled({ deal: 'y', tier: 'gold' })).toEqual({ crm: 'a', deal: 'y', tier: 'gold' });
    expect(await labelled({ crm: '', unknown: '' })).toEqual({ deal: 'y', tier: 'gold' });
    expect(await labelled('')).toEqual({});
  });

  it('200: numbers and booleans become their text, as it was written', async () => {
    const { call, id, owner } = await aMeetingToLabel();
    const raw = '{"metadata":{"int":7,"price":1.50,"big":12345678901234567890,"yes":true,"no":false}}';

    const body = expectSuccess(contract, await call('PATCH', `/meetings/${id}`, { key: owner.key, raw }), 200);

    const big = '12345678901234567890';
    expect(body.metadata).toMatchObject({ int: '7', big, yes: 'true', no: 'false' });
    expect(Number(body.metadata.price)).toBe(1.5);
  });

  it('200: any text may be a key', async () => {
    const { label, call, id, owner } = await aMeetingToLabel();
    const metadata = JSON.parse('{"__proto__":"p","constructor":"c","dealId":"camel","object":"meeting","ключ":"é"}');

    const body = expectSuccess(contract, await label(metadata), 200);

    expect(Object.entries(body.metadata)).toEqual(Object.entries(metadata));
    expect((await call('GET', `/meetings/${id}`, { key: owner.key })).body).toEqual(body);
  });

  it('200: at most fifty keys, counted after the merge', async () => {
    const { label, labelled } = await aMeetingToLabel();
    await labelled(Object.fromEntries([...Array(49).keys()].map((at) => [`k${at}`, 'v'])));
    await labelled({ ['x'.repeat(40)]: 'y'.repeat(500) });

    expect(expectError(contract, await label({ one: 'more' }), 422)).toEqual(['too_long metadata']);
    expect(Object.keys(await labelled({ k0: '', one: 'more' }))).toHaveLength(50);
  });

  it('200: moves updated_at and sends no webhook', async () => {
    const { label, world, owner } = await aMeetingToLabel();
    await subscribe(world, owner.workspaceId);
    const before = outboxTypes(world);
    world.clock.advance(1000);

    expect(expectSuccess(contract, await label({ crm: 'a' }), 200).updated_at).toBe(at(1000));

    expect(outboxTypes(world)).toEqual(before);
  });

  it('200: an update that changes nothing does not move updated_at', async () => {
    const { label, world } = await aMeetingToLabel();
    const { body } = await label({ crm: 'a' });
    world.clock.advance(1000);

    for (const same of [{ crm: 'a' }, {}, { other: '' }])
      expect(expectSuccess(contract, await label(same), 200)).toEqual(body);
  });

  it('200: two updates at once are both saved', async () => {
    const { label, labelled } = await aMeetingToLabel();

    await Promise.all([label({ one: '1' }), label({ other: '2' })]);

    expect(await labelled({})).toEqual({ one: '1', other: '2' });
  });

  it('200: as a form, from an admin, of a meeting that is over', async () => {
    const { call, id, world, owner } = await aMeetingToLabel();
    const admin = await world.aColleague(owner.workspaceId, 'admin');
    world.clock.advance(100 * HOUR);
    const form = (raw: string) =>
      call('PATCH', `/meetings/${id}`, {
        key: admin.key,
        raw,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });

    const body = expectSuccess(contract, await form('metadata[crm]=007&metadata[yes]=true'), 200);

    expect(body).toMatchObject({ phase: 'past', metadata: { crm: '007', yes: 'true' } });
    expect(expectSuccess(contract, await form('metadata='), 200).metadata).toEqual({});
  });

  it('400: an empty body, one without metadata, a property beside it', async () => {
    const { send, call, id, owner } = await aMeetingToLabel();

    expect(expectError(contract, await call('PATCH', `/meetings/${id}`, { key: owner.key }), 400)).toEqual([
      'bad_request',
    ]);
    expect(expectError(contract, await send(id, {}), 400)[0]).toMatch(/ metadata$|^bad_request$/);
    const beside = await send(id, { metadata: { crm: 'a' }, title: 'Ours' });
    expect(expectError(contract, beside, 400)).toEqual(['bad_request title']);
    expect(expectError(contract, await send(id, { title: 'Ours' }), 400)).toHaveLength(1);
  });

  it('409: another request wins the race every time', async () => {
    const { world, id, owner } = await aMeetingToLabel();
    const save = async () => {
      throw new LostRace('Always.');
    };
    const call = callsTo(meetings({ ...world.context, changes: { save } }));

    const answered = await call('PATCH', `/meetings/${id}`, { key: owner.key, body: { metadata: { a: 'b' } } });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });

  it.each([
    ['an object inside', { crm: { id: 1 } }, 'invalid_type metadata.crm'],
    ['a list inside', { crm: [1] }, 'invalid_type metadata.crm'],
    ['a null inside', { crm: null }, 'invalid_type metadata.crm'],
    ['a key without letters', { '': 'a' }, 'invalid metadata'],
    ['a long key', { ['k'.repeat(41)]: 'a' }, undefined],
    ['brackets in a key', { 'a[0]': 'a' }, 'invalid metadata.a[0]'],
    ['a long value', { crm: 'x'.repeat(501) }, 'too_long metadata.crm'],
    ['half a character', { crm: '\ud800' }, 'invalid_format metadata.crm'],
    ['null as the whole', null, 'invalid_type metadata'],
    ['a text as the whole', 'crm', 'invalid_type metadata'],
    ['a list as the whole', [], 'invalid_type metadata'],
  ])('422: %s, and nothing is written', async (_what, metadata, fault) => {
    const { label, labelled } = await aMeetingToLabel();

    const refused = expectError(contract, await label(metadata), 422);

    expect(refused).toEqual([fault ?? expect.stringMatching(/^invalid metadata\.k/)]);
    expect(await labelled({})).toEqual({});
  });
});
