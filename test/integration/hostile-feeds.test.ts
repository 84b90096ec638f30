import { besideHostileFeeds } from '#test/integration/feeds-beside';
import { stackClient } from '#test/integration/stack-client';
import { expect, it } from '#test/support/jest';

const stack = stackClient();

it('a feed is synced beside ten hostile feeds of another workspace, each of which is read to an end', async () => {
  const { hostileEnded } = await besideHostileFeeds(stack, 10);

  expect(hostileEnded).toBe(10);
});
