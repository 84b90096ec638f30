import { InvokeCommand, LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import { describe, expect, it } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { invokeAsync } from '#shared/platform/invoke-async';

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
