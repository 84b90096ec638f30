import { DescribeKeyCommand, KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { CouldNotStart } from '#bin/cli/cli-error';
import { localAws } from '#bin/operator/stage';
import type { Emulated } from '#bin/operator/table-client';
import { resourcesOf } from '#bin/stack/cloudformation';

interface Wanted {
  readonly stage: string;
  /** Where it cannot be found by the stage's name. */
  readonly keyId: string | undefined;
}

interface Found {
  readonly client: KMSClient;
  readonly keyId: string;
}

/** The key by which a deployment seals secrets, with the client that reaches it. */
export async function secretsKeyFor({ stage, keyId }: Wanted): Promise<Found> {
  if (stage === 'local') return localKey(keyId);
  const client = new KMSClient({});
  return { client, keyId: keyId ?? (await keyOfStage(client, stage)) };
}

async function localKey(keyId: string | undefined): Promise<Found> {
  const { endpoint, region } = await localAws();
  const client = new KMSClient({ endpoint, region, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } });
  return { client, keyId: keyId ?? (await deployedSecretsKey({ endpoint, region })) };
}

/** By its name in the stack, which has another key for what lies in the table. */
export async function deployedSecretsKey(aws: Emulated): Promise<string> {
  const resources = await resourcesOf('rapporteur-local-storage', aws);
  const key = resources.find(({ type, logicalId }) => type === 'AWS::KMS::Key' && logicalId.startsWith('SecretsKey'));
  if (!key) throw new CouldNotStart('The deployed stacks have no key for secrets');
  return key.physicalId;
}

/** The stack gives its key this description, and nothing else in an account should. */
const descriptionOf = (stage: string): string => `Rapporteur ${stage}: sealed secrets`;

/** The one key in use with the description that the stack gives it; keys have no names. */
export async function keyOfStage(client: Pick<KMSClient, 'send'>, stage: string): Promise<string> {
  const found: string[] = [];
  for await (const id of allKeys(client)) {
    const { KeyMetadata } = await client.send(new DescribeKeyCommand({ KeyId: id }));
    if (KeyMetadata?.Description === descriptionOf(stage) && KeyMetadata.Enabled) found.push(id);
  }
  const [one, another] = found;
  if (one === undefined) throw new CouldNotStart(`No key is described "${descriptionOf(stage)}"; name it with --key`);
  if (another !== undefined)
    throw new CouldNotStart(`Several keys are described "${descriptionOf(stage)}"; name one with --key`);
  return one;
}

async function* allKeys(client: Pick<KMSClient, 'send'>): AsyncGenerator<string> {
  let after: string | undefined;
  do {
    const page = await client.send(new ListKeysCommand({ ...(after !== undefined && { Marker: after }) }));
    for (const { KeyId } of page.Keys ?? []) if (KeyId !== undefined) yield KeyId;
    after = page.Truncated ? page.NextMarker : undefined;
  } while (after !== undefined);
}
