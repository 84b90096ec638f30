import { MOST_AT_CALL } from '#shared/meetings/meetings/rules/shared-call';
import { aBotStory, minutes } from '#test/support/bot-story';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { readsDuring } from '#test/support/reads-during';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';

const LINK = 'https://meet.google.com/abc-good-def';

/** So many meetings at one call and time, none of them with a bot. */
async function aCallOf(size: number) {
  const story = await aBotStory();
  const push = (uid: string) => story.push({ ical_uid: uid, meeting_url: LINK });
  for (let nth = 0; nth < size; nth += 1) await push(`${nth}@acme.test`);
  const bots = () => story.world.dynamo.items().filter(({ type }) => type?.S === 'bot').length;
  const recordAll = async () => {
    await story.createSettings({ recording: { enabled: true } });
    await settingsPropagationWorker(story.world).untilDone();
  };
  return { ...story, push, bots, recordAll };
}

describe('a call of as many meetings as are looked at', () => {
  it('has one bot, once settings record all of them', async () => {
    const { recordAll, bots } = await aCallOf(MOST_AT_CALL + 1);

    await recordAll();

    expect(bots()).toBe(1);
  });
});

describe('a call of more meetings than are looked at', () => {
  let call: Awaited<ReturnType<typeof aCallOf>>;
  beforeAll(async () => {
    call = await aCallOf(MOST_AT_CALL + 2);
  });

  it('is not read by a further push, whose meeting has no bot and says recorded_elsewhere', async () => {
    let pushed = '';
    const reads = await readsDuring(call.world, async () => {
      pushed = (await call.push('further@acme.test')).body.meeting_id;
    });
    await call.recordAll();

    const { recordings, settings } = await call.meeting(pushed);
    expect(recordings).toEqual([]);
    expect(settings.sources['recording.enabled']).toEqual({ assignment_id: null, reason: 'recorded_elsewhere' });
    expect(call.bots()).toBe(0);
    expect(reads.keys).toBeLessThan(20);
  });

  it('refuses POST /bots with 409, unless a second bot is asked for', async () => {
    const bot = { meeting_url: LINK, join_at: minutes(60) };

    const refused = await call.send(bot);
    const sent = await call.send({ ...bot, allow_multiple_bots: true });

    expect([refused.status, sent.status, call.bots()]).toEqual([409, 201, 1]);
  });
});
