import { stackOutputs } from '#bin/stack/stack-outputs';
import { withStackStore } from '#bin/stack/stack-store';
import type { BotId } from '#shared/foundation/core/ids';
import { bots } from '#shared/meetings/bots/store';
import { eventually, stackClient } from '#test/integration/stack-client';
import { expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';

const stack = stackClient();
const aws = { endpoint: stack.endpoint_url, region: 'us-east-1' };

/** How often the bot was saved: each status check saves it once, its dispatch, its recording and its results a few times. */
async function savesOf(id: string): Promise<number> {
  const found = await withStackStore(aws, await stackOutputs(aws), ({ table }) => bots.find(table, id as BotId));
  return found?.revision ?? 0;
}

/** A call of nine minutes meets nine sweeps, each of which once began to check the bot more often. */
const CALL = sized({
  everyday: { link: 'https://meet.google.com/sts-live-chk', seconds: 53 },
  release: { link: 'https://meet.google.com/sts-long-chk', seconds: 540 },
});
/** A fifth less than a minute, for the bots that are checked most often. */
const SECONDS_BETWEEN_CHECKS = 48 * stack.time_scale;
/** Of the dispatch, the end and what is made of the recording. */
const OTHER_SAVES = 10;
const MOST_SECONDS = 590;

it('a bot in a call is checked once a minute, however many sweeps the call meets', async () => {
  const workspace_id = await stack.newWorkspace('Status checks');
  const { body } = await stack.call('POST', '/bots', { workspace_id, meeting_url: CALL.link });

  const ended = await eventually(
    async () => (await stack.call('GET', `/bots/${body.id}`)).body,
    ({ status }) => status === 'completed' || status === 'failed',
    MOST_SECONDS,
  );

  expect(ended.status).toBe('completed');
  expect(await savesOf(body.id)).toBeLessThanOrEqual(CALL.seconds / SECONDS_BETWEEN_CHECKS + OTHER_SAVES);
});
