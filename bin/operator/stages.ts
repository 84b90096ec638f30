import { CouldNotStart } from '#bin/cli/cli-error';

const STAGES = ['local', 'sandbox', 'production'];

/** A stage by its name; refused in a sentence where there is none. */
export function stageFrom(name: string): string {
  if (!STAGES.includes(name)) throw new CouldNotStart(`--stage takes ${listed(STAGES)}, not "${name}"`);
  return name;
}

/** As a sentence lists them: `a, b or c`. */
export const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
