import { describe, expect, it } from '@jest/globals';
import { Throttled } from '#shared/core/store';
import { lambdaGroups } from '#shared/platform/lambda-groups';
import { lambdaStandIn } from '#test/support/aws/lambda';

const functions = { bots: 'rapporteur-test-api-bots' };

describe('calling a group of endpoints', () => {
  it('hands the request to its function and the answer back', async () => {
    const client = lambdaStandIn({ 'rapporteur-test-api-bots': async (request) => ({ echoed: request }) });

    const answer = await lambdaGroups({ client, functions }).call('bots', { body: 'é' });

    expect(answer).toEqual({ echoed: { body: 'é' } });
  });

  it('fails when the function does', async () => {
    const client = lambdaStandIn({ 'rapporteur-test-api-bots': () => Promise.reject(new Error('broken')) });

    await expect(lambdaGroups({ client, functions }).call('bots', {})).rejects.toThrow('of the group bots failed');
  });

  it('tells a function that takes no more from one that broke', async () => {
    const tooMany = Object.assign(new Error('Rate Exceeded.'), { name: 'TooManyRequestsException' });
    const client = { send: () => Promise.reject(tooMany) };

    await expect(lambdaGroups({ client, functions }).call('bots', {})).rejects.toThrow(Throttled);
  });

  it('knows no group but those it was told of', async () => {
    await expect(lambdaGroups({ client: lambdaStandIn({}), functions }).call('files', {})).rejects.toThrow(
      'no function',
    );
  });
});
