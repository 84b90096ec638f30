import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { countFailure, findStreak } from '#shared/webhooks/endpoints/failure-streak-store';
import { aWorld, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const ENDPOINT = 'whe_1' as WebhookEndpointId;

describe('the failure streak of an endpoint', () => {
  it('counts each attempt', async () => {
    const { table } = aWorld().context;

    for (const attempt of ['dlv_1#1', 'dlv_1#2', 'dlv_2#1'])
      await countFailure(table, ENDPOINT, { attempt, now: noon });

    expect(await findStreak(table, ENDPOINT)).toMatchObject({ since: noon, attempts: 3 });
  });

  it('counts an attempt once, where the request that counts it is repeated', async () => {
    const { table } = aWorld().context;

    for (const attempt of ['dlv_1#1', 'dlv_1#2', 'dlv_1#2'])
      await countFailure(table, ENDPOINT, { attempt, now: noon });

    expect(await findStreak(table, ENDPOINT)).toMatchObject({ attempts: 2 });
  });
});
