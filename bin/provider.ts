import { text } from 'node:stream/consumers';
import { CouldNotStart } from '#bin/could-not-start';
import { PROVIDER_USAGE, parseProviderOptions, secretFrom } from '#bin/provider-options';
import { secretsKeyFor } from '#bin/secrets-key-for';
import { withTable } from '#bin/table-client';
import { tableFor } from '#bin/table-for';
import { providerClients } from '#shared/calendars/consent/provider-clients-store';
import { kmsSealer } from '#shared/platform/kms-sealer';

/** npm run provider: keeps the OAuth client by which a deployment asks people for their calendars, in any stage. */
async function main(words: readonly string[]): Promise<void> {
  const options = parseProviderOptions(words);
  if (!options) return console.log(PROVIDER_USAGE);
  const { provider, clientId } = options;
  const clientSecret = secretFrom(options.clientSecret ?? (await typed()));
  const [kms, { client, tableName }] = await Promise.all([secretsKeyFor(options), tableFor(options)]);
  await withTable(client, tableName, (table) =>
    providerClients(table, kmsSealer(kms.client, kms.keyId)).save(provider, { clientId, clientSecret }),
  );
  kms.client.destroy();
  console.log(`The ${options.stage} stage asks for calendars at ${provider} as ${clientId}.`);
}

/** To the end of the input: a line, and Ctrl-D where somebody types. */
async function typed(): Promise<string> {
  if (process.stdin.isTTY) console.error('The client secret, then Enter and Ctrl-D:');
  return text(process.stdin);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CouldNotStart) console.error(`${error.message}.`);
  else console.error(error);
  process.exitCode = 1;
});
