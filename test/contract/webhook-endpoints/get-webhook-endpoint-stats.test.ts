import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { HOUR_MS, later, MINUTE_MS } from '#shared/foundation/core/time';
import { getWebhookEndpointStatsContract } from '#shared/webhooks/stats/contract';
import { type AttemptCount, hourOf } from '#shared/webhooks/stats/rules/attempt-count';
import { countAttempts } from '#shared/webhooks/stats/stats-store';
import { noon } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aWorldWithAnOwner } from './an-endpoint.ts';

const contract = getWebhookEndpointStatsContract;
const refusal = (answered: ApiResponse, status: number) => expectError(contract, answered, status);

async function aScene() {
  const world = await aWorldWithAnOwner();
  const id: WebhookEndpointId = (await world.create()).body.id;
  const stats = (query = '', key = world.owner.key) =>
    world.call('GET', `/webhook_endpoints/${id}/stats${query}`, { key });
  const counted = async (changes: Partial<AttemptCount>, shard = 0): Promise<void> => {
    const count: AttemptCount = {
      ...{ group: id, hour: hourOf(noon), responseClass: '2xx', delivered: true, failed: false, bucket: 20 },
      ...changes,
    };
    await world.context.table.transact(countAttempts([count], shard));
  };
  return { ...world, id, stats, counted };
}

describe('GET /webhook_endpoints/{id}/stats', () => {
  it('200: the last 24 hours by hour, of every row of an hour, and all of them together', async () => {
    const { id, stats, counted } = await aScene();
    await counted({});
    await counted({ responseClass: '5xx', delivered: false, bucket: 30 }, 7);
    await counted({ responseClass: 'unreachable', delivered: false, failed: true, bucket: undefined }, 31);
    await counted({ hour: later(noon, -3 * HOUR_MS) });
    await counted({ hour: later(noon, -30 * HOUR_MS) });

    const body = expectSuccess(contract, await stats(), 200);

    expect(body).toMatchObject({
      ...{ object: 'webhook_endpoint_stats', webhook_endpoint_id: id, interval: 'hour' },
      total: { attempts: 4, delivered: 2, failed: 1, p50_ms: 100, p95_ms: 1_000 },
    });
    expect(body.data).toHaveLength(25);
    expect(body.data.at(-1)).toEqual({
      ...{ starts_at: '2026-11-02T12:00:00.000Z', attempts: 3, delivered: 1, failed: 1, p50_ms: 100, p95_ms: 1_000 },
      responses: { '2xx': 1, '3xx': 0, '4xx': 0, '5xx': 1, timeout: 0, unreachable: 1, not_sent: 0 },
    });
    expect(body.data.at(-4)).toMatchObject({ starts_at: '2026-11-02T09:00:00.000Z', attempts: 1 });
    expect(body.data[0]).toMatchObject({ attempts: 0, p50_ms: null, p95_ms: null });
  });

  it('200: the span that is asked for, by day', async () => {
    const { stats, counted } = await aScene();
    await counted({});
    await counted({ hour: later(noon, -24 * HOUR_MS) });
    await counted({ hour: later(noon, -48 * HOUR_MS) });

    const answered = await stats('?interval=day&from=2026-10-31T23:00:00Z&to=2026-11-02T00:00:00Z');

    const body = expectSuccess(contract, answered, 200);
    expect([body.from, body.to]).toEqual(['2026-10-31T00:00:00.000Z', '2026-11-02T00:00:00.000Z']);
    expect(body.data.map(({ attempts }: { readonly attempts: number }) => attempts)).toEqual([1, 1]);
  });

  it('200: thirty days at most, of which none has more than 24 hours', async () => {
    const { stats, clock } = await aScene();
    clock.advance(20 * MINUTE_MS);

    const body = expectSuccess(contract, await stats('?from=2020-01-01T00:00:00Z'), 200);

    expect(body.from).toBe('2026-10-03T12:00:00.000Z');
    expect(body.data).toHaveLength(30 * 24 + 1);
  });

  it.each([
    ['to before from', '?from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z', 'bad_request to'],
    ['from that is no time', '?from=yesterday', 'bad_request from'],
    ['an interval that there is not', '?interval=minute', 'bad_request interval'],
    ['a parameter that there is not', '?bucket=hour', 'bad_request bucket'],
  ])('400: %s', async (_what, query, code) => {
    const { stats } = await aScene();

    expect(refusal(await stats(query), 400)).toEqual([code]);
  });
});
