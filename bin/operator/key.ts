import { randomBytes } from 'node:crypto';
import { CouldNotStart } from '#bin/cli/cli-error';
import { KEY_USAGE, parseKeyOptions } from '#bin/operator/key-options';
import { tableFor } from '#bin/operator/stage';
import { withTable } from '#bin/operator/table-client';
import { regenerateKey } from '#shared/commands/users/regenerate-key';
import { Refusal } from '#shared/domain/refusal';
import { apiKeys } from '#shared/providers/api-keys';
import { systemClock } from '#shared/providers/system-clock';
import { userStore } from '#shared/storage/users';

/** npm run key: a new key for a user, in any stage; the old one ends at once. */
async function main(words: readonly string[]): Promise<void> {
  const options = parseKeyOptions(words);
  if (!options) return console.log(KEY_USAGE);
  const { client, tableName } = await tableFor(options);
  const { apiKey } = await withTable(client, tableName, (table) =>
    regenerateKey({ users: userStore(table), apiKeys: apiKeys({ randomBytes }), clock: systemClock })(options.userId),
  );
  console.log(apiKey);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CouldNotStart || error instanceof Refusal) console.error(error.message);
  else console.error(error);
  process.exitCode = 1;
});
