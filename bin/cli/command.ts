import { type Options, optionHelp, optionNames, parseOptions, type Values } from '#bin/cli/options';
import { wrapped } from '#bin/cli/text-layout';

/** Width of help texts. */
const COLUMNS = 100;

interface Definition<Known extends Options> {
  /** As it is typed: `npm run demo`, `npm run ops -- user`. */
  readonly name: string;
  /** What it does, in sentences. */
  readonly description: string;
  readonly options: Known;
  /** Throws a CliError for an expected failure; sets `process.exitCode` for others. */
  readonly run: (values: Values<Known>) => Promise<void>;
}

/** A command of bin/cli.ts. */
export interface Command {
  /** As they are typed: `--port`. */
  readonly options: readonly string[];
  /** Runs the command, or prints its help for `--help`. */
  readonly execute: (args: readonly string[]) => Promise<void>;
}

/** Declares a command with its options. `parse` reads arguments without running it; undefined for `--help`. */
export function command<Known extends Options>({ name, description, options, run }: Definition<Known>) {
  const parse = (args: readonly string[]): Values<Known> | undefined => parseOptions(options, args);
  return {
    options: optionNames(options),
    parse,
    async execute(args: readonly string[]): Promise<void> {
      const values = parse(args);
      if (values) await run(values);
      else {
        const lines = [
          `${name}${name.includes(' -- ') ? '' : ' --'} [options]`,
          '',
          ...wrapped(description, COLUMNS),
          '',
          ...optionHelp(options, COLUMNS),
        ];
        console.log(lines.join('\n'));
      }
    },
  };
}
