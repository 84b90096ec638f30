import { type Client, lineOf, type Mover } from '#bin/operator/redrive/dead-letter-queue';
import { LINES } from '#bin/operator/redrive/queues';
import type { RedriveOptions } from '#bin/operator/redrive/redrive-options';

interface Needs extends Client {
  readonly move: Mover;
  readonly say: (line: string) => void;
}

/** Moves the dead letters of each queue back and says how many; false where some stayed. */
export async function redriveAll(needs: Needs, { stage, lines }: RedriveOptions): Promise<boolean> {
  let complete = true;
  for (const line of lines) {
    const queue = `rapporteur-${stage}-${LINES[line]}`;
    const found = await lineOf(needs, queue);
    const moved = found.waiting === 0 ? 0 : await needs.move(needs, found);
    const left = (await lineOf(needs, queue)).waiting;
    needs.say(`${queue}: ${told(moved, left)}`);
    complete &&= left === 0;
  }
  return complete;
}

const told = (moved: number, left: number): string =>
  [
    moved === 0 ? 'no dead letter moved' : `${moved} dead ${moved === 1 ? 'letter' : 'letters'} moved back`,
    ...(left === 0 ? [] : [`${left} still there, or under somebody’s eyes for a minute: run it again`]),
  ].join(', ');
