import { CouldNotStart } from '#bin/could-not-start';
import { withQueues } from '#bin/redrive/queues-of';
import { redriveAll } from '#bin/redrive/redrive-all';
import { parseRedriveOptions, REDRIVE_USAGE } from '#bin/redrive-options';
import { realRest } from '#shared/platform/system-clock';

/** npm run redrive: moves dead letters back to where they were given up, in any stage. */
async function main(words: readonly string[]): Promise<void> {
  const options = parseRedriveOptions(words);
  if (!options) return console.log(REDRIVE_USAGE);
  const say = (line: string) => console.log(line);
  const complete = await withQueues(options.stage, (queues) => redriveAll({ ...queues, rest: realRest, say }, options));
  if (!complete) process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CouldNotStart) console.error(`${error.message}.`);
  else console.error(error);
  process.exitCode = 1;
});
