import { randomBytes } from 'node:crypto';
import { CouldNotStart } from '#bin/could-not-start';
import { KEY_USAGE, parseKeyOptions } from '#bin/key-options';
import { withTable } from '#bin/table-client';
import { tableFor } from '#bin/table-for';
import { Refusal } from '#shared/core/refusal';
import { apiKeys } from '#shared/identity/api-keys';
import { regenerateKey } from '#shared/identity/commands/regenerate-key';
import { userStore } from '#shared/identity/store';
import { systemClock } from '#shared/platform/system-clock';

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
