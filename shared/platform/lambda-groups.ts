import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { Throttled } from '#shared/core/store';
import type { EndpointGroups } from '#shared/http/ports/endpoint-groups';

interface Needs {
  readonly client: Pick<LambdaClient, 'send'>;
  /** From group to function name. */
  readonly functions: Readonly<Record<string, string>>;
}

/** Groups as Lambdas that are called directly, with the event and the answer that the gateway would give and take. */
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
  if (error instanceof Error && error.name === 'TooManyRequestsException') throw new Throttled();
  throw error;
}
