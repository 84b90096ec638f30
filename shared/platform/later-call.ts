import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';

/** Calls a function with this payload, without waiting for it. Throws unless Lambda took the call. */
export const laterCall =
  (client: Pick<LambdaClient, 'send'>, FunctionName: string) =>
  async (payload: object): Promise<void> => {
    const Payload = Buffer.from(JSON.stringify(payload));
    await client.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
  };
