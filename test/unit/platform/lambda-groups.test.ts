import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { describe, expect, it } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { Throttled } from '#shared/core/store';
import { lambdaGroups } from '#shared/platform/lambda-groups';
import { aPayload } from './a-payload.ts';

/** The group `bots` behind a mocked client. */
function theGroups() {
  const client = new LambdaClient({ region: 'eu-central-1' });
  const lambda = mockClient(client);
  return { lambda, groups: lambdaGroups({ client, functions: { bots: 'rapporteur-test-api-bots' } }) };
}

describe('calling a group of endpoints', () => {
  it('invokes its function with the request and returns its response', async () => {
    const { lambda, groups } = theGroups();
    lambda.on(InvokeCommand).resolves({ StatusCode: 200, Payload: aPayload({ statusCode: 204, body: 'ü' }) });

    expect(await groups.call('bots', { body: 'é' })).toEqual({ statusCode: 204, body: 'ü' });

    expect(lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { FunctionName: 'rapporteur-test-api-bots', Payload: Buffer.from('{"body":"é"}') },
    ]);
  });

  it('fails when the function fails', async () => {
    const { lambda, groups } = theGroups();
    const Payload = aPayload({ errorType: 'Error', errorMessage: 'broken' });
    lambda.on(InvokeCommand).resolves({ StatusCode: 200, FunctionError: 'Unhandled', Payload });

    await expect(groups.call('bots', {})).rejects.toThrow('of the group bots failed');
  });

  it('reports the concurrency limit of the function as throttling', async () => {
    const { lambda, groups } = theGroups();
    lambda.on(InvokeCommand).rejects(Object.assign(new Error('Rate Exceeded.'), { name: 'TooManyRequestsException' }));

    await expect(groups.call('bots', {})).rejects.toThrow(Throttled);
  });

  it('refuses a group that it was not configured with', async () => {
    const { lambda, groups } = theGroups();

    await expect(groups.call('files', {})).rejects.toThrow('no function');
    expect(lambda.calls()).toEqual([]);
  });
});
