import { CouldNotStart } from '#bin/cli/cli-error';
import { DEPLOYMENT_OPTIONS, valuesIn } from '#bin/cli/options';
import { LINES, type Line } from '#bin/operator/redrive/queues';
import { listed, stageFrom } from '#bin/operator/stages';

export interface RedriveOptions {
  readonly stage: string;
  readonly lines: readonly Line[];
}

const NAMES = Object.keys(LINES) as Line[];

export const REDRIVE_USAGE = `npm run redrive -- [--stage S] [--queue Q]

  --stage S       local, sandbox or production (local)
  --queue Q       ${listed(NAMES)}; all of them where none is named

Moves dead letters back to the queue that gave them up, and says how many. May be run again at any time: every
consumer finds done what is done. Reaches AWS as the AWS_ variables of the environment say; the local stage is the
stack that npm start runs.`;

const { stage: STAGE, help: HELP } = DEPLOYMENT_OPTIONS;
const OPTIONS = { queue: { type: 'string' }, stage: STAGE, help: HELP } as const;

/** Reads the words after `npm run redrive --`; undefined when help is asked for. What it cannot read it refuses in a sentence. */
export function parseRedriveOptions(words: readonly string[]): RedriveOptions | undefined {
  const { queue, stage, help } = valuesIn(words, OPTIONS);
  if (help) return undefined;
  return { stage: stageFrom(stage), lines: queue === undefined ? NAMES : [lineFrom(queue)] };
}

function lineFrom(name: string): Line {
  const line = NAMES.find((one) => one === name);
  if (line === undefined) throw new CouldNotStart(`--queue takes ${listed(NAMES)}, not "${name}"`);
  return line;
}
