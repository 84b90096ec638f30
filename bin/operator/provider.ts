import { text } from 'node:stream/consumers';
import { DescribeKeyCommand, KMSClient, paginateListKeys } from '@aws-sdk/client-kms';
import { CliError } from '#bin/cli/cli-error';
import { command } from '#bin/cli/command';
import { optional, positional, required } from '#bin/cli/options';
import { anyText, choice, matching } from '#bin/cli/value-types';
import { awsConfig, localAws, onlyOne, STAGE_HELP, stageOptions, withTable } from '#bin/operator/stage';
import { withClient } from '#bin/stack/emulator-config';
import { stackOutputs } from '#bin/stack/stack-outputs';
import { providerClients } from '#shared/calendars/consent/provider-clients-store';
import { kmsSealer } from '#shared/platform/kms-sealer';

/** npm run provider: stores the OAuth client of a calendar provider, in any stage. */
export const provider = command({
  name: 'npm run provider',
  description: `Stores the OAuth client by which a stage requests calendar consent (docs/calendars.md says how to register
one). It replaces the previous client within five minutes. The secret is encrypted before it is stored.
Connections that were made with another client of the same provider need a new consent. ${STAGE_HELP}`,
  options: {
    provider: positional(required(choice('google', 'microsoft'), 'calendar provider')),
    clientId: required(matching(/^[\x21-\x7e]{1,255}$/, 'an id without spaces'), 'id of the OAuth client'),
    clientSecret: optional(anyText, 'secret of the client; without this option it is read from standard input'),
    key: optional(anyText, 'KMS key of secrets, if the stage name does not identify it'),
    ...stageOptions,
  },
  run: async ({ provider, clientId, clientSecret, key, ...options }) => {
    const secret = parseSecret(clientSecret ?? (await secretFromInput()));
    await withClient(new KMSClient(await awsConfig(options.stage)), async (kms) => {
      const sealer = kmsSealer(kms, key ?? (await secretsKeyOf(options.stage, kms)));
      const client = { clientId, clientSecret: secret };
      await withTable(options, (table) => providerClients(table, sealer).save(provider, client));
    });
    console.log(`The ${options.stage} stage requests calendar consent at ${provider} as ${clientId}.`);
  },
});

async function secretFromInput(): Promise<string> {
  if (process.stdin.isTTY) console.error('Type the client secret, then Enter and Ctrl-D:');
  return text(process.stdin);
}

/** One line without spaces. The error does not repeat the secret. */
export function parseSecret(input: string): string {
  const secret = input.trim();
  if (!/^[\x21-\x7e]{1,1024}$/.test(secret)) throw new CliError('A client secret is required: one line without spaces');
  return secret;
}

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
