import { besideHostileFeeds } from '#test/integration/feeds-beside';
import { stackClient } from '#test/integration/stack-client';

const HOSTILE = 10;

/** How long a feed takes on the running stack, alone and beside ten hostile feeds of another workspace. */
export async function measureBeside(): Promise<string> {
  const stack = stackClient();
  // The functions have started then.
  await besideHostileFeeds(stack, 0);
  const alone = await besideHostileFeeds(stack, 0);
  const beside = await besideHostileFeeds(stack, HOSTILE);
  const ratio = (beside.tookMs / alone.tookMs).toFixed(2);
  return `A feed is synced after ${alone.tookMs} ms alone, and after ${beside.tookMs} ms beside ${HOSTILE} hostile ones, of which ${beside.hostileEndedBefore} had ended: ${ratio} times.`;
}
