import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';

/** Invokes a function with this payload without waiting for its result. Throws unless Lambda accepted the invocation. */
export const invokeAsync =
  (client: Pick<LambdaClient, 'send'>, FunctionName: string) =>
  async (payload: object): Promise<void> => {
    const Payload = Buffer.from(JSON.stringify(payload));
    await client.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
  };
