import { describe, expect, it } from '@jest/globals';
import { laterCall } from '#shared/platform/later-call';
import { lambdaStandIn } from '#test/support/aws/lambda';

describe('a call for later', () => {
  it('hands the payload over without waiting for what comes of it', async () => {
    const called: unknown[] = [];
    const lambda = lambdaStandIn(
      {
        sweeper: async (payload) => {
          called.push(payload);
          throw new Error('It fails later on.');
        },
      },
      { runLater: (run) => void setImmediate(run) },
    );

    await laterCall(lambda, 'sweeper')({ shard: 3 });

    expect(called).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(called).toEqual([{ shard: 3 }]);
  });

  it('says so where there is nobody to call', async () => {
    await expect(laterCall(lambdaStandIn({}), 'sweeper')({})).rejects.toThrow();
  });
});
