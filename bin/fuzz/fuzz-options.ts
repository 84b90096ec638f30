import { randomInt } from 'node:crypto';
import { CouldNotStart } from '#bin/cli/cli-error';
import { valuesIn } from '#bin/cli/options';

export interface FuzzOptions {
  /** The same seed makes the same requests of the same document. */
  readonly seed: number;
  readonly seconds: number;
}

export const FUZZ_USAGE = `npm run test:fuzz -- [--seed N] [--seconds S]

  --seed N      repeats the run that printed it (drawn)
  --seconds S   how long requests are made (300)`;

const OPTIONS = {
  seed: { type: 'string' },
  seconds: { type: 'string', default: '300' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Reads the words after `npm run test:fuzz --`; undefined when help is asked for. */
export function parseFuzzOptions(words: readonly string[]): FuzzOptions | undefined {
  const { seed, seconds, help } = valuesIn(words, OPTIONS);
  if (help) return undefined;
  return { seed: seed === undefined ? drawnSeed() : whole('--seed', seed), seconds: whole('--seconds', seconds) };
}

const drawnSeed = (): number => randomInt(1, 1_000_000);

function whole(option: string, text: string | undefined): number {
  if (!/^[1-9]\d{0,8}$/.test(text ?? '')) throw new CouldNotStart(`${option} takes a whole number, not "${text}"`);
  return Number(text);
}
