import { besideHostileFeeds } from '#test/integration/feeds-beside';
import { stackClient } from '#test/integration/stack-client';
import { median } from '../statistics.ts';

const HOSTILE = 10;
const ROUNDS = 5;

/** How long a feed takes on the running stack, alone and beside ten hostile feeds of another workspace: medians. */
export async function measureBeside(): Promise<string> {
  const stack = stackClient();
  // As many workers have started then as either of the two needs.
  await besideHostileFeeds(stack, HOSTILE);
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push((await besideHostileFeeds(stack, 0)).tookMs);
    beside.push((await besideHostileFeeds(stack, HOSTILE)).tookMs);
  }
  const ratio = (median(beside) / median(alone)).toFixed(2);
  return `A feed is synced after ${median(alone)} ms alone (${alone.join(', ')}), and after ${median(beside)} ms beside ${HOSTILE} hostile ones (${beside.join(', ')}): ${ratio} times.`;
}
