import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { type AwsEndpoint, emulatorConfig, withClient } from '#bin/stack/emulator-config';
import { dynamoTable } from '#shared/dynamodb/table';
import { modelServers } from '#shared/model-servers/store';
import { kmsSealer } from '#shared/platform/kms-sealer';

interface SeededStack {
  readonly tableName: string;
  /** The KMS key of secrets. */
  readonly secretsKeyId: string;
}

/** Stores the speech server of the stack, as `npm run speech` does, or that it has none. */
export const seedSpeechServer = (aws: AwsEndpoint, stack: SeededStack, baseUrl: string | undefined): Promise<void> =>
  withClient(new KMSClient(emulatorConfig(aws)), (kms) =>
    withClient(new DynamoDBClient(emulatorConfig(aws)), async (dynamo) => {
      const { speech } = modelServers(dynamoTable(dynamo, stack.tableName), kmsSealer(kms, stack.secretsKeyId));
      const server = { kind: 'openai_compatible', model: 'whisper-1', apiKey: null, maxUploadBytes: null } as const;
      await (baseUrl === undefined ? speech.remove() : speech.save({ ...server, baseUrl }));
    }),
  );
