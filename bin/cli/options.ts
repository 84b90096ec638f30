import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CouldNotStart } from '#bin/cli/cli-error';
import { listed } from '#bin/operator/stages';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Which deployment a command is about, and help: what every command beside the local ones takes. */
export const DEPLOYMENT_OPTIONS = {
  stage: { type: 'string', default: 'local' },
  table: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The words after `npm run … --` by option. What it cannot read it refuses in a sentence that lists the options. */
export function valuesIn<Known extends Options>(words: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    const names = Object.keys(options)
      .filter((name) => name !== 'help')
      .map((name) => `--${name}`);
    throw new CouldNotStart(`${sentence}: the options are ${listed(names).replace(/ or (?=\S+$)/, ' and ')}`);
  }
}
