import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { hasErrorName } from '#shared/foundation/core/error-name';
import { Throttled } from '#shared/foundation/core/store';
import type { EndpointGroups } from '#shared/foundation/http/ports';

/** Invokes a function with this payload without waiting for its result. Throws unless Lambda accepted the invocation. */
export const invokeAsync =
  (client: Pick<LambdaClient, 'send'>, FunctionName: string) =>
  async (payload: object): Promise<void> => {
    const Payload = Buffer.from(JSON.stringify(payload));
    await client.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
  };

interface Needs {
  readonly client: Pick<LambdaClient, 'send'>;
  /** From group to function name. */
  readonly functions: Readonly<Record<string, string>>;
}

/** Endpoint groups as Lambda functions, invoked with the gateway's event and returning the response for the gateway. */
export const lambdaGroups = <Request, Answer>({ client, functions }: Needs): EndpointGroups<Request, Answer> => ({
  async call(group, request) {
    const FunctionName = functions[group];
    if (FunctionName === undefined) throw new Error(`The group ${group} has no function.`);
    const command = new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(request)) });
    const { FunctionError, Payload } = await client.send(command).catch(asThrottled);
    if (FunctionError !== undefined) throw new Error(`The function of the group ${group} failed: ${FunctionError}.`);
    return JSON.parse(Buffer.from(Payload ?? []).toString()) as Answer;
  },
});

function asThrottled(error: unknown): never {
  if (hasErrorName(error, 'TooManyRequestsException')) throw new Throttled();
  throw error;
}
