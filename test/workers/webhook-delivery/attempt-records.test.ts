import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { onceAt } from '#test/support/event-path/fault-plans';
import { aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';

async function onRecord(path: EventPath) {
  const [delivery] = await path.all();
  const attempts = delivery ? await path.deliveries.attempts(delivery) : [];
  return attempts.map(({ number, responseStatus }) => [number, responseStatus]);
}

describe('the record of an attempt', () => {
  it('shares a transaction with those that end at the same time at one endpoint', async () => {
    const { plan, passed } = onceAt(undefined, { kind: 'kill', when: 'before' });
    const path = anEventPath({ faults: plan });
    await path.anEndpoint();
    for (let nth = 0; nth < 10; nth += 1) await path.happens();

    await path.untilQuiet();

    expect((await path.all()).map(({ status }) => status)).toEqual(Array(10).fill('delivered'));
    expect(passed.filter((point) => point.startsWith('webhook-delivery TransactWriteItems'))).toHaveLength(1);
  });

  it('that a killed worker left half-way is not shown, and the next attempt takes its number', async () => {
    const { plan } = onceAt('webhook-delivery TransactWriteItems 2', { kind: 'kill', when: 'before' });
    const path = anEventPath({ faults: plan });
    await path.anEndpoint({ receiver: aReceiver({ answers: [500, 502, 503, 204] }) });
    await path.happens();
    await path.untilQuiet({ until: later(path.clock.now(), MINUTE_MS) });
    const written = path.dynamo.items().filter(({ type }) => type?.S === 'attempt');
    expect(written).toHaveLength(1);
    expect(await onRecord(path)).toEqual([[1, 500]]);

    await path.untilQuiet();

    expect(await onRecord(path)).toEqual([
      [1, 500],
      [2, 503],
      [3, 204],
    ]);
  });
});
