import { CouldNotStart } from '#bin/cli/cli-error';
import { movePin } from '#bin/operator/move-pin';
import { PIN_USAGE, parsePinOptions } from '#bin/operator/pin-options';
import { tableFor } from '#bin/operator/stage';
import { withTable } from '#bin/operator/table-client';

/** npm run pin: moves the version that a key or a webhook endpoint is pinned to, in any stage. */
async function main(words: readonly string[]): Promise<void> {
  const options = parsePinOptions(words);
  if (!options) return console.log(PIN_USAGE);
  const { client, tableName } = await tableFor(options);
  console.log(await withTable(client, tableName, (table) => movePin(table, options.pinned, options.to)));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CouldNotStart) console.error(`${error.message}.`);
  else console.error(error);
  process.exitCode = 1;
});
