import { StatsShards } from '#functions/workers/webhook-delivery/stats-shards';
import { MOST_SHARDS } from '#shared/webhooks/stats/stats-store';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { countedAttempts } from '#test/support/event-path/counted-attempts';
import { onceAt } from '#test/support/event-path/fault-plans';
import { aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';

/** Attempts on record, of all deliveries to this endpoint. */
async function recorded(path: EventPath, endpointId: string): Promise<number> {
  const deliveries = (await path.all()).filter((delivery) => delivery.endpointId === endpointId);
  return deliveries.reduce((sum, { attemptsCount }) => sum + attemptsCount, 0);
}

describe('the statistics of an endpoint', () => {
  it('count every attempt, by its result and the time of the receiver', async () => {
    const path = anEventPath();
    const receiver = aReceiver({ answers: [500, 'timeout_response', 404, 204], takesMs: (nth) => nth * 100 });
    const { id } = await path.anEndpoint({ receiver });
    await path.happens();

    await path.untilQuiet();

    expect(await countedAttempts(path.table, id)).toMatchObject({
      ...{ attempts: 4, delivered: 1, failed: 0, p50Ms: 251, p95Ms: 501 },
      responses: { '2xx': 1, '3xx': 0, '4xx': 1, '5xx': 1, timeout: 1, unreachable: 0, not_sent: 0 },
    });
  });

  it('count a delivery that uses up its attempts as failed once', async () => {
    const path = anEventPath();
    const { id } = await path.anEndpoint({ receiver: aReceiver({ answers: [503] }) });
    await path.happens();

    await path.untilQuiet();

    expect(await countedAttempts(path.table, id)).toMatchObject({ attempts: 21, delivered: 0, failed: 1 });
  });

  it.each([
    ['killed before the record', { kind: 'kill', when: 'before' }],
    ['killed after the record', { kind: 'kill', when: 'after' }],
    ['the response to the record is lost', { kind: 'throw', when: 'after', name: 'TimeoutError' }],
    ['the record meets another transaction', { kind: 'throw', when: 'before', name: 'TransactionCanceledException' }],
    ['the record is sent twice by the SDK', { kind: 'resend' }],
  ] as const)('count each recorded attempt once where a worker is disturbed: %s', async (_what, fault) => {
    const { plan } = onceAt('webhook-delivery TransactWriteItems 1', fault);
    const path = anEventPath({ faults: plan });
    const { id } = await path.anEndpoint({ receiver: aReceiver({ answers: [500, 204] }) });
    await path.happens();

    await path.untilQuiet();

    expect((await countedAttempts(path.table, id)).attempts).toBe(await recorded(path, id));
    expect((await countedAttempts(path.table, id)).delivered).toBe(1);
  });

  it('stay exact where many attempts end at once', async () => {
    const path = anEventPath();
    const { id } = await path.anEndpoint();
    for (let nth = 0; nth < 40; nth += 1) await path.happens();

    await path.untilQuiet();

    expect(await countedAttempts(path.table, id)).toMatchObject({ attempts: 40, delivered: 40 });
  });
});

describe('the rows of an endpoint', () => {
  const endpoint = 'whe_01h455vb4pex5vsknk084sn02q' as Parameters<StatsShards['choose']>[0];
  const other = 'whe_01h455vb4pex5vsknk084sn02r' as typeof endpoint;

  it('are one as long as no transaction is cancelled', () => {
    const shards = new StatsShards(() => 0.999);

    expect([shards.choose(endpoint, 0), shards.choose(endpoint, 0)]).toEqual([0, 0]);
  });

  it('are twice as many after each cancelled transaction, up to 32, for this endpoint alone', () => {
    const shards = new StatsShards(() => 0.999);

    const chosen = Array.from({ length: 8 }, (_, round) => shards.choose(endpoint, round));

    expect(chosen).toEqual([0, 1, 3, 7, 15, 31, 31, 31]);
    expect(shards.choose(endpoint, 0)).toBe(MOST_SHARDS - 1);
    expect(shards.choose(other, 0)).toBe(0);
  });
});
