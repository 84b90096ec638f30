import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describeStackResources } from '#bin/stack/cloudformation';
import { emulatorConfig, withClient } from '#bin/stack/emulator-config';
import type { Stack } from '#bin/stack/stack-file';
import { stackOutputs } from '#bin/stack/stack-outputs';
import { answer, type Exchange, openFunctionProxies, type Reply } from '#test/support/fault-proxy/function-proxies';
import { routeThrough } from '#test/support/fault-proxy/route-through';
import { inTurn } from './in-turn.ts';
import type { RecordedLine } from './recording.ts';
import { requestOf } from './request-of.ts';
import { keepExpiredRows, tableAndItems } from './table-and-items.ts';

export interface StackRecorder {
  /** Where tests and commands are to find AWS. */
  readonly operatorAddress: string;
  /** Gives the functions their own way to AWS back. The proxies still serve links that functions have signed. */
  readonly end: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Options {
  /** The file that is written, JSON lines. */
  readonly file: string;
  /**
   * Whether the table and the replies of DynamoDB are recorded, for a replay. Then DynamoDB serves one request after the
   * other, so that their order is total, and expired rows stay, which it deletes without a request.
   */
  readonly forReplay: boolean;
}

/** The caller of what is no function: tests, and commands of an operator. */
const OPERATOR = 'operator';

/** Records each request that the functions of a running stack send to AWS, from now on. */
export async function recordStack(stack: Stack, { file, forReplay }: Options): Promise<StackRecorder> {
  await mkdir(dirname(file), { recursive: true });
  const out = createWriteStream(file);
  const write = (line: RecordedLine) => out.write(`${JSON.stringify(line)}\n`);
  const tableIsRecorded = Promise.withResolvers<void>();
  const oneByOne = inTurn(tableIsRecorded.promise);

  const exchange = async (one: Exchange): Promise<Reply> => {
    const reply = await one.pass();
    const request = requestOf(one, reply, forReplay);
    if (!out.writableEnded) write({ kind: 'request', request });
    return reply;
  };
  const isDynamo = ({ incoming }: Exchange) =>
    String(incoming.headers['x-amz-target'] ?? '').startsWith('DynamoDB_20120810.');
  const proxies = openFunctionProxies({
    target: stack.endpoint_url,
    serve: async (one) =>
      answer(one.outgoing, await (forReplay && isDynamo(one) ? oneByOne(() => exchange(one)) : exchange(one))),
  });

  for (const line of await resourcesOf(stack)) write(line);
  const { lambda, back } = await routeThrough(stack, proxies, () => true);
  lambda.destroy();
  if (forReplay)
    await withClient(new DynamoDBClient(emulatorConfig(awsOf(stack))), async (dynamo) => {
      const { tableName } = await stackOutputs(awsOf(stack));
      await keepExpiredRows(dynamo, tableName);
      for await (const line of tableAndItems(dynamo, tableName)) write(line);
    });
  tableIsRecorded.resolve();

  return {
    operatorAddress: await proxies.addressFor(OPERATOR),
    end: async () => {
      await back();
      out.end();
      await finished(out);
    },
    close: () => proxies.close(),
  };
}

const awsOf = ({ endpoint_url: endpoint, region }: Stack) => ({ endpoint, region });

const STACKS = ['storage', 'service', 'api'];

/** The resources of the deployed stacks, by which names in requests are found in the templates of other stages. */
async function resourcesOf(stack: Stack): Promise<readonly RecordedLine[]> {
  const each = STACKS.map(async (name) => {
    const resources = await describeStackResources(`rapporteur-local-${name}`, awsOf(stack));
    return resources.map((resource) => ({ kind: 'resource', resource: { stack: name, ...resource } }) as const);
  });
  return (await Promise.all(each)).flat();
}
