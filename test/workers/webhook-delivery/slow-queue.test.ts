import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import { isSlowAt } from '#shared/webhooks/delivery/rules/slow-endpoints';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { type Answer, aReceiver } from '#test/support/event-path/receiver';

const slowly = (times: number): readonly Answer[] => Array.from({ length: times }, () => 'timeout_response' as const);

/** The outcomes of each batch. */
const outcomesOf = ({ lines }: EventPath) =>
  lines.flatMap(({ worker, outcomes }) => (worker === 'webhook-delivery' ? [outcomes] : []));

/** An endpoint whose receiver took ten seconds for five requests. */
async function aSlowEndpoint(answers: readonly Answer[] = slowly(100)) {
  const path = anEventPath();
  const slow = answers.filter((answer) => answer === 'timeout_response').length;
  const endpoint = await path.anEndpoint({
    receiver: aReceiver({ answers, takesMs: (nth) => (nth <= slow ? 10_000 : 120) }),
  });
  for (let event = 0; event < 5; event += 1) await path.happens();
  await path.atThisMoment();
  const isSlow = async () => isSlowAt(await slowEndpointList(path.table).read(), endpoint.id, path.clock.now());
  return { path, endpoint, isSlow };
}

describe('an endpoint with a slow receiver', () => {
  it('is on the list', async () => {
    const { isSlow } = await aSlowEndpoint();

    expect(await isSlow()).toBe(true);
  });

  it('is on the list after five requests of three seconds, and not after four', async () => {
    const isSlowAfter = async (events: number) => {
      const path = anEventPath();
      const { id } = await path.anEndpoint({ receiver: aReceiver({ takesMs: () => 3_000 }) });
      for (let event = 0; event < events; event += 1) await path.happens();
      await path.atThisMoment();
      return isSlowAt(await slowEndpointList(path.table).read(), id, path.clock.now());
    };

    expect([await isSlowAfter(4), await isSlowAfter(5)]).toEqual([false, true]);
  });

  it('has its next first attempt rerouted without a lease, and made from the slow queue', async () => {
    const { path, endpoint } = await aSlowEndpoint();
    const before = endpoint.receiver.received.length;

    await path.happens();
    await path.atThisMoment();

    expect(outcomesOf(path)).toContainEqual({ rerouted: 1 });
    expect(endpoint.receiver.received).toHaveLength(before + 1);
  });

  it('has all its attempts, on schedule', async () => {
    const { path } = await aSlowEndpoint();

    await path.untilQuiet();

    const all = await path.all();
    expect(all.map(({ status, attemptsCount }) => [status, attemptsCount])).toEqual(Array(5).fill(['failed', 21]));
  });

  it('does not use the ordinary queue', async () => {
    const { path } = await aSlowEndpoint();
    const quick = await path.anEndpoint();

    await path.happens();
    await path.atThisMoment();

    expect(quick.receiver.received).toHaveLength(1);
    expect(outcomesOf(path)).toContainEqual({ rerouted: 1, delivered: 1 });
  });

  it('returns to the ordinary queue after one quick response', async () => {
    const { path, isSlow } = await aSlowEndpoint([...slowly(5), 204]);

    await path.untilQuiet({ until: later(path.clock.now(), MINUTE_MS) });

    expect(await isSlow()).toBe(false);
    expect((await path.all()).map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
  });

  it('returns to the ordinary queue after five minutes without an attempt', async () => {
    const { path, isSlow } = await aSlowEndpoint();

    path.clock.advance(5 * MINUTE_MS + SECOND_MS);

    expect(await isSlow()).toBe(false);
  });
});

it('a list of slow endpoints that cannot be read stops no delivery', async () => {
  const path = anEventPath();
  const Item = { pk: { S: 'SYSTEM' }, sk: { S: 'SLOW_ENDPOINTS' }, state: { S: 'no list' } };
  await path.dynamo.send(new PutItemCommand({ TableName: 'main', Item }));
  const { receiver } = await path.anEndpoint();

  await path.happens();
  await path.untilQuiet();

  expect(receiver.received).toHaveLength(1);
});
