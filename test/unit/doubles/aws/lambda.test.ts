import { InvokeCommand } from '@aws-sdk/client-lambda';
import { inMemoryLambda } from '#test/doubles/aws/lambda';
import { describe, expect, it } from '#test/support/jest';

const invoke = (FunctionName: string, payload: unknown, InvocationType?: 'Event') =>
  new InvokeCommand({ FunctionName, InvocationType, Payload: Buffer.from(JSON.stringify(payload)) });

describe('invoking a function', () => {
  it('answers what it returns, by name or ARN', async () => {
    const client = inMemoryLambda({ echo: async (payload) => ({ got: payload }) });
    const byName = await client.send(invoke('echo', { a: 1 }));
    const byArn = await client.send(invoke('arn:aws:lambda:eu-central-1:000000000000:function:echo', 2));

    expect(byName).toMatchObject({ StatusCode: 200 });
    expect(byName.Payload?.transformToString()).toBe('{"got":{"a":1}}');
    expect(Buffer.from(byArn.Payload ?? []).toString()).toBe('{"got":2}');
  });

  it('answers an error as one, and hides that of an asynchronous one', async () => {
    const client = inMemoryLambda({ broken: () => Promise.reject(new TypeError('oh')) });
    const answer = await client.send(invoke('broken', {}));

    expect(answer.FunctionError).toBe('Unhandled');
    expect(answer.Payload?.transformToString()).toBe('{"errorType":"TypeError","errorMessage":"oh"}');
    expect(await client.send(invoke('broken', {}, 'Event'))).toMatchObject({ StatusCode: 202 });
    expect(client.failures).toMatchObject([{ functionName: 'broken', error: { message: 'oh' } }]);
  });

  it('refuses a function that is not there, and too much for an asynchronous one', async () => {
    const client = inMemoryLambda({ job: async () => null });

    await expect(client.send(invoke('none', {}))).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(client.send(invoke('job', 'x'.repeat(256 * 1_024), 'Event'))).rejects.toMatchObject({
      name: 'RequestTooLargeException',
    });
  });
});
