import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  paginateListFunctions,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import type { FunctionProxies } from './function-proxies.ts';

interface Deployment {
  readonly endpoint_url: string;
  readonly region: string;
}

export interface Routed {
  /** Calls a function and waits for its end. */
  readonly lambda: LambdaClient;
  /** Restores the configuration of the functions. */
  readonly back: () => Promise<void>;
}

const PREFIX = 'rapporteur-local-';

/** Routes the AWS requests of the wanted functions through their proxies. */
export async function routeThrough(
  { endpoint_url, region }: Deployment,
  proxies: Pick<FunctionProxies, 'addressFor'>,
  wanted: (worker: string) => boolean,
): Promise<Routed> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const lambda = new LambdaClient({ endpoint: endpoint_url, region, credentials });
  const undos: (() => Promise<unknown>)[] = [];
  for (const name of await functionsOf(lambda)) {
    const worker = name.slice(PREFIX.length);
    if (!wanted(worker)) continue;
    const asked = new GetFunctionConfigurationCommand({ FunctionName: name });
    const before = (await lambda.send(asked)).Environment?.Variables ?? {};
    const tell = (Variables: Record<string, string>) =>
      lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName: name, Environment: { Variables } }));
    await tell(aimedAt(before, endpoint_url, await proxies.addressFor(worker)));
    undos.push(() => tell(before));
  }
  return {
    lambda,
    back: async () => {
      for (const undo of undos) await undo();
      lambda.destroy();
    },
  };
}

async function functionsOf(client: LambdaClient): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    names.push(...Functions.flatMap(({ FunctionName = '' }) => (FunctionName.startsWith(PREFIX) ? FunctionName : [])));
  return names;
}

/** The SDK sends requests for a queue to the host of the queue's URL, whatever its endpoint is. */
const aimedAt = (before: Readonly<Record<string, string>>, from: string, to: string): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(before).map(([name, value]) => [name, value.replace(`${from}/`, `${to}/`)])),
  AWS_ENDPOINT_URL: to,
});
