import { DescribeKeyCommand, KMSClient, paginateListKeys } from '@aws-sdk/client-kms';
import { optional } from '#bin/cli/options';
import { anyText } from '#bin/cli/value-types';
import { awsConfig, localAws, onlyOne } from '#bin/operator/stage';
import { withClient } from '#bin/stack/emulator-config';
import { stackOutputs } from '#bin/stack/stack-outputs';
import type { Sealer } from '#shared/foundation/core/secrets';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';

/** Option of the commands that seal secrets. */
export const secretsKeyOption = optional(anyText, 'KMS key of secrets, if the stage name does not identify it');

/** Opens a client of the key that seals the secrets of a stage, and closes it afterwards. */
export const withSealer = async <Result>(
  stage: string,
  key: string | undefined,
  use: (sealer: Sealer) => Promise<Result>,
): Promise<Result> =>
  withClient(new KMSClient(await awsConfig(stage)), async (kms) =>
    use(kmsSealer(kms, key ?? (await secretsKeyOf(stage, kms)))),
  );

const secretsKeyOf = async (stage: string, kms: KMSClient): Promise<string> =>
  stage === 'local' ? (await stackOutputs(await localAws())).secretsKeyId : findSecretsKey(kms, stage);

/** The enabled key with the description that the storage stack gives it; keys have no names. */
export async function findSecretsKey(client: KMSClient, stage: string): Promise<string> {
  const description = `Rapporteur ${stage}: sealed secrets`;
  const found: string[] = [];
  for await (const { Keys = [] } of paginateListKeys({ client }, {}))
    for (const { KeyId } of Keys) {
      const { KeyMetadata } = await client.send(new DescribeKeyCommand({ KeyId }));
      if (KeyId && KeyMetadata?.Enabled && KeyMetadata.Description === description) found.push(KeyId);
    }
  return onlyOne(found, `key is described "${description}"`, '--key');
}
