import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CouldNotStart } from '#bin/cli/cli-error';
import { PROJECT_DIR, STATE_DIR } from '#bin/paths';

export interface DemoOptions {
  /** The calendar to show; undefined for the one that ships. */
  readonly file: string | undefined;
  /** The stack.json of the stack to show it on. */
  readonly stackFile: string;
  readonly most: number;
  /** Which meetings settings have recorded. */
  readonly record: 'external' | 'all';
  /** When what has not arrived is given up on. */
  readonly patienceMs: number;
}

export const SHIPPED_CALENDAR = join(PROJECT_DIR, 'assets/demo/calendar.ics');

export const DEMO_USAGE = `npm run demo -- [calendar.ics] [--record all] [--most N] [--patience SECONDS]
                [--stack FILE]

  calendar.ics         an export from Google, Outlook or Apple (assets/demo/calendar.ics)
  --record all         records every meeting, not only those with people from outside
  --most N             shows at most this many of its occurrences (8)
  --patience SECONDS   gives up on what has not arrived by then (300)
  --stack FILE         the stack to show it on (.local/stack.json, where npm start writes it)`;

/** Reads the words after `npm run demo --`; undefined when help is asked for. */
export function parseDemoOptions(words: readonly string[]): DemoOptions | undefined {
  const { values, positionals } = wordsIn(words);
  if (values.help) return undefined;
  if (positionals.length > 1) throw new CouldNotStart(`One calendar at a time, not ${positionals.length}`);
  const [file] = positionals;
  return {
    file: file === undefined ? undefined : resolve(file),
    stackFile: resolve(values.stack ?? join(STATE_DIR, 'stack.json')),
    record: recordIn(values.record),
    most: wholeNumber('--most', values.most, 50),
    patienceMs: wholeNumber('--patience', values.patience, 3600) * 1000,
  };
}

function wordsIn(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        record: { type: 'string', default: 'external' },
        most: { type: 'string', default: '8' },
        patience: { type: 'string', default: '300' },
        stack: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new CouldNotStart(`${sentence}: the options are --record, --most, --patience and --stack`);
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most)
    throw new CouldNotStart(`${name} takes a whole number from 1 to ${most}, not "${text}"`);
  return value;
}

function recordIn(text: string): DemoOptions['record'] {
  if (text !== 'external' && text !== 'all') throw new CouldNotStart(`--record takes external or all, not "${text}"`);
  return text;
}
