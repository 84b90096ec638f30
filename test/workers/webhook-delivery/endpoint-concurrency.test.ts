import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { BatchPermits } from '#functions/workers/webhook-delivery/batch-permits';
import { foundersOf } from '#shared/accounts/workspaces/founders-store';
import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { SECOND_MS } from '#shared/foundation/core/time';
import { endpointConcurrency } from '#shared/webhooks/delivery/endpoint-concurrency';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';

/** As the delivery function of an event path has them. */
const LIMITS = {
  endpoint: { first: 2, retry: 2 },
  workspace: { first: 3, retry: 3 },
  founder: { first: 3, retry: 3 },
};

const concurrencyIn = ({ table, clock }: EventPath) => endpointConcurrency({ table, clock, limits: LIMITS });

const outcomesOf = ({ lines }: EventPath) =>
  lines.flatMap(({ worker, outcomes }) => (worker === 'webhook-delivery' && outcomes ? [outcomes] : []));

async function anEndpointWith(acquired: number) {
  const path = anEventPath();
  const endpoint = await path.anEndpoint();
  for (let times = 0; times < acquired; times += 1)
    await concurrencyIn(path).acquire({ holder: endpoint.id, queue: 'first' });
  return { path, endpoint };
}

describe('an endpoint at its concurrency limit in the queue of first attempts', () => {
  it('has its next first attempt made from the slow queue at once, without using up an attempt', async () => {
    const { path, endpoint } = await anEndpointWith(2);

    await path.happens();
    await path.atThisMoment();

    expect(outcomesOf(path)).toEqual([{ rerouted: 1 }, { delivered: 1 }]);
    expect((await path.all()).map(({ status, attemptsCount }) => [status, attemptsCount])).toEqual([['delivered', 1]]);
    expect(endpoint.receiver.received).toHaveLength(1);
  });

  it('does not hold up another endpoint', async () => {
    const { path } = await anEndpointWith(2);
    await path.anEndpoint();

    await path.happens();
    await path.atThisMoment();

    expect(outcomesOf(path)[0]).toEqual({ rerouted: 1, delivered: 1 });
  });

  it('has its first attempts in the queue of retries limited, too', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint({ receiver: aReceiver({ takesMs: () => 1_000 }) });
    await path.happens();
    await path.atThisMoment();
    for (const _time of [1, 2]) await concurrencyIn(path).acquire({ holder: endpoint.id, queue: 'retry' });
    path.clock.advance(SECOND_MS);
    await path.happens();
    await path.atThisMoment();

    expect(outcomesOf(path)).toEqual([{ delivered: 1 }, { rerouted: 1 }, { rerouted: 1 }, { delivered: 1 }]);
  });

  it('has its retries made from the queue of retries', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint({ receiver: aReceiver({ answers: [500, 204] }) });
    await path.happens();
    await path.atThisMoment();
    for (const _time of [1, 2]) await concurrencyIn(path).acquire({ holder: endpoint.id, queue: 'first' });

    await path.untilQuiet();

    expect(outcomesOf(path)).toEqual([{ retrying: 1 }, { delivered: 1 }]);
  });
});

describe('the endpoints of one founder', () => {
  async function aFounder() {
    const path = anEventPath();
    await path.anEndpoint({ enabled: false });
    const workspace = await workspaces.find(path.table, path.workspaceId);
    if (!workspace) throw new Error('The workspace does not exist.');
    const founder = founderOf(workspace.state);
    const concurrency = concurrencyIn(path);
    const founders = foundersOf(path);
    const aBatch = () => new BatchPermits({ concurrency, founders, log: () => undefined });
    const { ids } = path.commands;
    const anAttempt = (workspaceId = path.workspaceId) =>
      ({ endpoint: ids.make('whe'), workspaceId, queue: 'first' }) as const;
    return { path, workspace, founder, concurrency, aBatch, anAttempt };
  }

  it('have their next first attempt made from the slow queue, where their founder is at its limit', async () => {
    const { path, founder, concurrency } = await aFounder();
    const { receiver } = await path.anEndpoint();
    for (const _time of [1, 2, 3]) await concurrency.acquire({ holder: founder, queue: 'first' });

    await path.happens();
    await path.atThisMoment();

    expect(outcomesOf(path)).toEqual([{ rerouted: 1 }, { delivered: 1 }]);
    expect(receiver.received).toHaveLength(1);
  });

  it('hold no more batches together than these, however many of them begin to hang, and leave the others to strangers', async () => {
    const { path, workspace, aBatch, anAttempt } = await aFounder();
    const other = { ...workspace.state, id: path.commands.ids.make('wks'), number: 987_654_321 };
    const ofStranger = { ...other, founderId: path.commands.ids.make('usr') };
    await path.commands.changes.save({ at: path.clock.now(), writes: [workspaces.put(undefined, ofStranger)] });

    const acquired = await Promise.all(Array.from({ length: 50 }, () => aBatch().acquire(anAttempt())));

    expect(acquired.filter(Boolean)).toHaveLength(3);
    expect(await aBatch().acquire(anAttempt(ofStranger.id))).toBe(true);
  });

  it('leave permits to those of another workspace of their founder, however many of one workspace begin to hang', async () => {
    const { path, workspace, anAttempt } = await aFounder();
    const other = { ...workspace.state, id: path.commands.ids.make('wks'), number: 987_654_321 };
    await path.commands.changes.save({ at: path.clock.now(), writes: [workspaces.put(undefined, other)] });
    const limits = { ...LIMITS, workspace: { first: 4, retry: 4 }, founder: { first: 10, retry: 10 } };
    const concurrency = endpointConcurrency({ table: path.table, clock: path.clock, limits });
    const aBatch = () => new BatchPermits({ concurrency, founders: foundersOf(path), log: () => undefined });

    const acquired = await Promise.all(Array.from({ length: 50 }, () => aBatch().acquire(anAttempt())));

    expect(acquired.filter(Boolean)).toHaveLength(4);
    const ofOther = await Promise.all(Array.from({ length: 4 }, () => aBatch().acquire(anAttempt(other.id))));
    expect(ofOther).toEqual(Array(4).fill(true));
  });

  it('acquire no permit of their founder, not for a moment, where their workspace has none', async () => {
    const { path, founder, concurrency, anAttempt } = await aFounder();
    for (const _time of [1, 2, 3]) await concurrency.acquire({ holder: path.workspaceId, queue: 'first' });
    const asked: string[] = [];
    const acquire: typeof concurrency.acquire = (permit) => {
      asked.push(permit.holder);
      return concurrency.acquire(permit);
    };
    const batch = new BatchPermits({
      concurrency: { ...concurrency, acquire },
      founders: foundersOf(path),
      log: () => undefined,
    });

    expect(await batch.acquire(anAttempt())).toBe(false);

    expect([asked.includes(path.workspaceId), asked.includes(founder)]).toEqual([true, false]);
  });

  it('acquire one permit of their founder in a batch, however many they are, and release it at its end', async () => {
    const { founder, concurrency, aBatch, anAttempt } = await aFounder();
    const batch = aBatch();
    const acquired = await Promise.all(Array.from({ length: 10 }, () => batch.acquire(anAttempt())));
    expect(acquired).toEqual(Array(10).fill(true));
    for (const _time of [1, 2]) expect(await concurrency.acquire({ holder: founder, queue: 'first' })).toBe(true);
    expect(await concurrency.acquire({ holder: founder, queue: 'first' })).toBe(false);

    await batch.release();

    expect(await concurrency.acquire({ holder: founder, queue: 'first' })).toBe(true);
  });

  it('have no permit of an endpoint acquired where their founder has none, and the other way round', async () => {
    const { founder, concurrency, aBatch, anAttempt } = await aFounder();
    const [one, other] = [anAttempt(), anAttempt()];
    for (const _time of [1, 2]) await concurrency.acquire({ holder: one.endpoint, queue: 'first' });
    const batches = [aBatch(), aBatch(), aBatch(), aBatch(), aBatch()];
    expect(await Promise.all(batches.map((batch) => batch.acquire(one)))).toEqual(Array(5).fill(false));

    for (const _time of [1, 2, 3]) expect(await concurrency.acquire({ holder: founder, queue: 'first' })).toBe(true);
    expect(await aBatch().acquire(other)).toBe(false);

    for (const _time of [1, 2])
      expect(await concurrency.acquire({ holder: other.endpoint, queue: 'first' })).toBe(true);
  });
});

describe('a batch of first attempts', () => {
  it('acquires one permit for all its requests to an endpoint, and releases it at its end', async () => {
    const { path, endpoint } = await anEndpointWith(1);
    for (let event = 0; event < 8; event += 1) await path.happens();
    await path.atThisMoment();

    expect(outcomesOf(path)).toEqual([{ delivered: 8 }]);
    expect(await permitsOf(path, endpoint.id)).toBe(1);
  });

  it('is sent where its permits cannot be counted', async () => {
    const { path, endpoint } = await anEndpointWith(0);
    const Item = { pk: { S: `PLACES#first#${endpoint.id}` }, sk: { S: '.' }, used: { S: 'no number' } };
    await path.dynamo.send(new PutItemCommand({ TableName: 'main', Item }));

    await path.happens();
    await path.untilQuiet();

    expect(endpoint.receiver.received).toHaveLength(1);
  });
});

/** How many permits of an endpoint are acquired. */
async function permitsOf(path: EventPath, endpoint: WebhookEndpointId): Promise<number> {
  let free = 0;
  while (await concurrencyIn(path).acquire({ holder: endpoint, queue: 'first' })) free += 1;
  return 2 - free;
}
