import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { latencyAt } from '#shared/webhooks/delivery/rules/slow-endpoints';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { type Answer, aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';

const slowly = (times: number): readonly Answer[] => Array.from({ length: times }, () => 'timeout_response' as const);

/** The outcomes of each batch. */
const outcomesOf = ({ lines }: EventPath) =>
  lines.flatMap(({ worker, outcomes }) => (worker === 'webhook-delivery' ? [outcomes] : []));

const latencyIn = async (path: EventPath, endpoint: WebhookEndpointId) =>
  latencyAt(await slowEndpointList(path.table).read(), endpoint, path.clock.now());

/** An endpoint whose receiver took ten seconds for five requests. */
async function aSlowEndpoint(answers: readonly Answer[] = slowly(100)) {
  const path = anEventPath();
  const slow = answers.filter((answer) => answer === 'timeout_response').length;
  const endpoint = await path.anEndpoint({
    receiver: aReceiver({ answers, takesMs: (nth) => (nth <= slow ? 10_000 : 120) }),
  });
  for (let event = 0; event < 5; event += 1) await path.happens();
  await path.atThisMoment();
  const isSlow = async () => (await latencyIn(path, endpoint.id)) === 'slow';
  return { path, endpoint, isSlow };
}

describe('an endpoint with a slow receiver', () => {
  it('is on the list', async () => {
    const { isSlow } = await aSlowEndpoint();

    expect(await isSlow()).toBe(true);
  });

  it('is on the list after five requests of two seconds, and not after four', async () => {
    const isSlowAfter = async (events: number) => {
      const path = anEventPath();
      const { id } = await path.anEndpoint({ receiver: aReceiver({ takesMs: () => 2_000 }) });
      for (let event = 0; event < events; event += 1) await path.happens();
      await path.atThisMoment();
      return (await latencyIn(path, id)) === 'slow';
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

  it('stays in the slow queue after a quick response, and leaves it a minute after its last slow attempt', async () => {
    const { path, isSlow } = await aSlowEndpoint([...slowly(5), 204]);

    await path.untilQuiet({ until: later(path.clock.now(), 50 * SECOND_MS) });
    const slowAfterAResponse = await isSlow();
    path.clock.advance(MINUTE_MS);
    for (let event = 0; event < 10; event += 1) await path.happens();
    await path.atThisMoment();

    expect([slowAfterAResponse, await isSlow()]).toEqual([true, false]);
    expect((await path.all()).map(({ status }) => status)).toEqual(Array(15).fill('delivered'));
  });

  it('stays in the slow queue where it hangs at every second request', async () => {
    const path = anEventPath();
    const { id } = await path.anEndpoint({ receiver: aReceiver({ takesMs: (nth) => (nth % 2 === 1 ? 9_000 : 100) }) });
    const latencies: string[] = [];
    for (let event = 0; event < 20; event += 1) {
      await path.happens();
      await path.atThisMoment();
      latencies.push(await latencyIn(path, id));
      path.clock.advance(15 * SECOND_MS);
    }

    expect(latencies).toEqual(Array(20).fill('slow'));
  });

  it('returns to the ordinary queue after five minutes without an attempt', async () => {
    const { path, isSlow } = await aSlowEndpoint();

    path.clock.advance(5 * MINUTE_MS + SECOND_MS);

    expect(await isSlow()).toBe(false);
  });
});

describe('an endpoint with an attempt of a second', () => {
  /** Its first event took a second, and was sent from the queue of first attempts. */
  async function aDegradedEndpoint() {
    const path = anEventPath();
    const endpoint = await path.anEndpoint({ receiver: aReceiver({ takesMs: (nth) => (nth === 1 ? 1_000 : 999) }) });
    await path.happens();
    await path.atThisMoment();
    return { path, endpoint };
  }

  it('has its next first attempt made from the queue of retries, without a lease or an attempt used up', async () => {
    const { path, endpoint } = await aDegradedEndpoint();
    path.clock.advance(SECOND_MS);

    await path.happens();
    await path.atThisMoment();

    expect(outcomesOf(path)).toEqual([{ delivered: 1 }, { rerouted: 1 }, { delivered: 1 }]);
    expect((await path.all()).map(({ attemptsCount }) => attemptsCount)).toEqual([1, 1]);
    expect(endpoint.receiver.received).toHaveLength(2);
  });

  it('returns to the queue of first attempts after a quick response half a minute later', async () => {
    const { path, endpoint } = await aDegradedEndpoint();
    path.clock.advance(30 * SECOND_MS);

    await path.happens();
    await path.atThisMoment();

    expect(await latencyIn(path, endpoint.id)).toBe('quick');
  });
});

it('an endpoint that sends its status at once and its body late is judged by the end of the body', async () => {
  const path = anEventPath();
  const quick = aReceiver({ takesMs: () => 999 });
  const receive = async (...[request]: Parameters<typeof quick.receive>) => {
    const outcome = await quick.receive(request, path.clock);
    path.clock.advance(2_000);
    return outcome;
  };
  const { id } = await path.anEndpoint({ receiver: { ...quick, receive } });

  for (let event = 0; event < 5; event += 1) await path.happens();
  await path.atThisMoment();

  expect(await latencyIn(path, id)).toBe('slow');
});

it('a list of slow endpoints that cannot be read stops no delivery', async () => {
  const path = anEventPath();
  const Item = { pk: { S: 'SYSTEM' }, sk: { S: 'ENDPOINT_PACES' }, state: { S: 'no list' } };
  await path.dynamo.send(new PutItemCommand({ TableName: 'main', Item }));
  const { receiver } = await path.anEndpoint();

  await path.happens();
  await path.untilQuiet();

  expect(receiver.received).toHaveLength(1);
});
