import { besideHostileFeeds } from '#test/integration/feeds-beside';
import { stackClient } from '#test/integration/stack-client';
import { expect, it } from '#test/support/jest';

const stack = stackClient();

it('a feed is synced at once beside ten hostile feeds of another workspace, without the sweeper', async () => {
  const { tookMs } = await besideHostileFeeds(stack, 10);

  // Its turn comes when the hostile ones have used up at most a second each; the sweeper would look a minute later.
  expect(tookMs).toBeLessThan(45_000);
});
