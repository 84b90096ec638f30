import { command } from '#bin/cli/command';
import { flag, type Options, type Values } from '#bin/cli/options';
import { printable } from '#bin/operator/printable';
import { STAGE_HELP, stageOptions } from '#bin/operator/stage';

/** What a command has to say: a text for people, and what `--json` prints, which is `{ message: text }` where absent. */
export interface Report {
  readonly text: string;
  readonly json?: unknown;
}

interface Definition<Known extends Options> {
  /** Of the subcommand: `key`. */
  readonly name: string;
  readonly description: string;
  readonly options: Known;
  /** Throws a CliError for an expected failure; sets `process.exitCode` where a part was not done. */
  readonly run: (values: Values<Known & typeof stageOptions>) => Promise<Report | string>;
}

const jsonOption = { json: flag('prints JSON instead of text') };

/** A subcommand of `npm run ops`: it has the options of every operator's command, and prints what `run` returns: texts of tenants may be in it. */
export const operatorCommand = <Known extends Options>({ name, description, options, run }: Definition<Known>) =>
  command({
    name: `npm run ops -- ${name}`,
    description: `${description} ${STAGE_HELP}`,
    options: { ...options, ...stageOptions, ...jsonOption } as Known & typeof stageOptions & typeof jsonOption,
    run: async ({ json, ...values }) => {
      const said = await run(values as unknown as Values<Known & typeof stageOptions>);
      const report = typeof said === 'string' ? { text: said } : said;
      console.log(printable(json ? JSON.stringify(report.json ?? { message: report.text }, null, 2) : report.text));
    },
  });
