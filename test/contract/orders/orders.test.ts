import type { Query } from '#shared/foundation/core/table';
import {
  cancelOrderContract,
  confirmOrderContract,
  getOrderContract,
  listOrdersContract,
} from '#shared/texts/orders/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { anOrderWorld } from './an-order.ts';

const idsOf = ({ body }: { readonly body: { readonly data: readonly { readonly id: string }[] } }) =>
  body.data.map(({ id }) => id);
const UNKNOWN = 'ord_00000000000000000000000000';

describe('GET /orders', () => {
  it('200: newest first, by state, kind, service, tag and time of creation', async () => {
    const { order, listOrders, world } = await anOrderWorld();
    const older = (await order({ tags: ['q4'] })).body;
    world.clock.advance(1);
    const draft = (await order({ confirm: false })).body;

    const found = async (query: string) => {
      const answer = await listOrders(query);
      expectSuccess(listOrdersContract, answer, 200);
      return idsOf(answer);
    };

    expect(await found('')).toEqual([draft.id, older.id]);
    expect(await found('&state=incomplete')).toEqual([draft.id]);
    expect(await found('&kind=translation&service=auto&tag=q4')).toEqual([older.id]);
    expect(await found('&kind=subtitles')).toEqual([]);
    expect(await found('&service=pro')).toEqual([]);
    expect(await found('&folder_id=root&limit=1')).toEqual([draft.id]);
    expect(await found(`&created_after=${older.created_at}`)).toEqual([draft.id]);
    expect(await found(`&created_before=${draft.created_at}`)).toEqual([older.id]);
  });

  it('400: a page that is no number', async () => {
    const { listOrders } = await anOrderWorld();

    expect(expectError(listOrdersContract, await listOrders('&limit=all'), 400)).toEqual(['bad_request limit']);
  });

  it('401: the workspace of another customer', async () => {
    const { listOrders, world } = await anOrderWorld();
    const stranger = await world.anOwner('Other');

    expect(expectError(listOrdersContract, await listOrders('', stranger.key), 401)).toEqual(['unauthorized']);
  });
});

describe('GET /orders/{id}', () => {
  it('404: an unknown order', async () => {
    const { call, owner } = await anOrderWorld();

    const answer = await call('GET', `/orders/${UNKNOWN}`, { key: owner.key });

    expect(expectError(getOrderContract, answer, 404)).toEqual(['not_found']);
  });
});

describe('POST /orders/{id}/confirm', () => {
  it('200: submits a draft, which is then worked on', async () => {
    const { order, act, worker, readOrder } = await anOrderWorld();
    const draft = (await order({ confirm: false })).body;
    await worker.untilQuiet();
    expect(await readOrder(draft.id)).toMatchObject({ state: 'incomplete', submitted_at: null });

    const answer = await act(draft.id, 'confirm');
    await worker.untilQuiet();

    expect(expectSuccess(confirmOrderContract, answer, 200).state).toBe('submitted');
    expect((await readOrder(draft.id)).state).toBe('fulfilled');
  });

  it('409: an order that is no draft', async () => {
    const { order, act } = await anOrderWorld();

    const answer = await act((await order()).body.id, 'confirm');

    expect(expectError(confirmOrderContract, answer, 409)).toEqual(['conflict']);
  });
});

describe('POST /orders/{id}/cancel', () => {
  it('200: deletes the conversations that have no text, and gives the places back', async () => {
    const { order, act, conversation, worker, readOrder } = await anOrderWorld();
    const { id, outputs_ids: outputs } = (await order({ target_languages: ['fr', 'de'] })).body;

    const canceled = expectSuccess(cancelOrderContract, await act(id, 'cancel'), 200);

    expect(canceled).toMatchObject({ state: 'canceled', outputs_ids: [], transcriptions: [] });
    expect((await conversation(outputs[0])).status).toBe(404);
    await worker.untilQuiet();
    expect((await readOrder(id)).operations.map((one: { state: string }) => one.state)).toEqual([
      'canceled',
      'canceled',
    ]);
  });

  it('reads no exports of the workspace for conversations that never had a text', async () => {
    const { order, act, world } = await anOrderWorld();
    const { id } = (await order({ target_languages: ['fr', 'de'], confirm: false })).body;
    await act(id, 'cancel');
    const asked: string[] = [];
    const { table } = world.context;
    const query = (one: Query) => {
      asked.push(JSON.stringify(one));
      return table.query(one);
    };

    const runs = await housekeepingWorker(world, {
      context: { ...world.context, table: { ...table, query } },
    }).untilQuiet();

    expect(runs).toBeGreaterThan(1);
    expect(asked.filter((one) => one.includes('#EXP"'))).toEqual([]);
  });

  it('409: an order that has ended', async () => {
    const { order, act, worker } = await anOrderWorld();
    const { id } = (await order()).body;
    await worker.untilQuiet();

    expect(expectError(cancelOrderContract, await act(id, 'cancel'), 409)).toEqual(['conflict']);
  });
});

describe.each([
  ['confirm', confirmOrderContract],
  ['cancel', cancelOrderContract],
] as const)('POST /orders/{id}/%s', (action, contract) => {
  it('401: a guest', async () => {
    const { order, act, world, owner } = await anOrderWorld();
    const guest = await world.aColleague(owner.workspaceId, 'guest');
    const { id } = (await order({ confirm: false })).body;

    expect(expectError(contract, await act(id, action, guest.key), 401)).toEqual(['unauthorized']);
  });

  it('404: an unknown order', async () => {
    const { act } = await anOrderWorld();

    expect(expectError(contract, await act(UNKNOWN, action), 404)).toEqual(['not_found']);
  });
});
