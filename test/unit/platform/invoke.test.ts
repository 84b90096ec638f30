import { InvokeCommand, LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { Throttled } from '#shared/foundation/core/store';
import { invokeAsync, lambdaGroups } from '#shared/foundation/platform/invoke';
import { describe, expect, it } from '#test/support/jest';
import { aPayload } from './a-payload.ts';

function aLambda() {
  const client = new LambdaClient({ region: 'eu-central-1' });
  return { lambda: mockClient(client), invoke: invokeAsync(client, 'sweeper') };
}

describe('an asynchronous invocation', () => {
  it('hands the payload over as an event, which Lambda accepts before the function runs', async () => {
    const { lambda, invoke } = aLambda();
    lambda.on(InvokeCommand).resolves({ StatusCode: 202 });

    await invoke({ shard: 3 });

    expect(lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { FunctionName: 'sweeper', InvocationType: 'Event', Payload: Buffer.from('{"shard":3}') },
    ]);
  });

  it('fails when the function does not exist', async () => {
    const { lambda, invoke } = aLambda();
    const error = new ResourceNotFoundException({ message: 'Function not found: sweeper', $metadata: {} });
    lambda.on(InvokeCommand).rejects(error);

    await expect(invoke({})).rejects.toBe(error);
  });
});

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
