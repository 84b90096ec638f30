import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import type { Target } from '#bin/fuzz/create-resources';
import { createUser } from '#bin/operator/create-user';
import { emulatorConfig, withClient } from '#bin/stack/emulator-config';
import type { Stack } from '#bin/stack/stack-file';
import { stackOutputs } from '#bin/stack/stack-outputs';
import { dynamoTable } from '#shared/dynamodb/table';
import { kmsSealer } from '#shared/platform/kms-sealer';

const USER = { email: 'fuzzer@rapporteur.local', workspace: { name: 'Fuzzing' } } as const;

/** Creates a user with a workspace in a running stack: what the fuzzer deletes and uses up is theirs alone. */
export async function newUser({ base_url, endpoint_url, region }: Stack): Promise<Target> {
  const aws = { endpoint: endpoint_url, region };
  const { tableName, secretsKeyId } = await stackOutputs(aws);
  const { apiKey, workspaceId } = await withClient(new DynamoDBClient(emulatorConfig(aws)), (client) =>
    withClient(new KMSClient(emulatorConfig(aws)), (kms) =>
      createUser({ table: dynamoTable(client, tableName), sealer: kmsSealer(kms, secretsKeyId) }, USER),
    ),
  );
  return { base_url, api_key: apiKey, workspace_id: workspaceId };
}
