import { styleText } from 'node:util';

const WIDTH = 20;

/** `████░░░░…`: full where nothing is to be done. */
export function progressBar(done: number, all: number): string {
  const filled = all === 0 ? WIDTH : Math.floor((done / all) * WIDTH);
  return `${styleText('green', '█'.repeat(filled))}${styleText('dim', '░'.repeat(WIDTH - filled))}`;
}
