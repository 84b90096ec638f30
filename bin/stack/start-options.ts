import { parseArgs } from 'node:util';
import { CouldNotStart } from '#bin/cli/cli-error';

export interface Options {
  readonly port: number;
  /** Multiplies the durations that the service chooses itself between two steps; 1 is real time. */
  readonly timeScale: number;
}

export const USAGE = `npm start -- [--port N] [--time-scale F]

  --port N         where the service answers on 127.0.0.1 (8787)
  --time-scale F   multiplies the waits that the service chooses itself, as the gaps between
                   attempts at a webhook: 0.01 shows fourteen hours in about eight minutes (1)`;

/** Reads the words after `npm start --`; undefined when help is asked for. Whatever it cannot read it refuses in a sentence. */
export function parseOptions(words: readonly string[]): Options | undefined {
  const { port, 'time-scale': timeScale, help } = valuesOf(words);
  if (help) return undefined;
  return {
    port: numberIn(port, '--port takes a whole number from 1 to 65535', (value) => isPort(value)),
    timeScale: numberIn(
      timeScale,
      '--time-scale takes a number above 0 and up to 1',
      (value) => value > 0 && value <= 1,
    ),
  };
}

const isPort = (value: number) => Number.isInteger(value) && value >= 1 && value <= 65_535;

function valuesOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        port: { type: 'string', default: '8787' },
        'time-scale': { type: 'string', default: '1' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new CouldNotStart(`${sentence}: the options are --port and --time-scale`);
  }
}

function numberIn(text: string, rule: string, isRight: (value: number) => boolean): number {
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!isRight(value)) throw new CouldNotStart(`${rule}, not "${text}"`);
  return value;
}
