import type { Instant } from '#shared/core/time';
import { setUsageLimits } from '#shared/usage/commands/set-usage-limits';
import { aBotStory, minutes } from '#test/support/bot-story';
import { recordingSince } from '#test/support/fake-recorder';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';

const LETTERS = [...'abcd'];
const linkOf = (letter: string) => `https://meet.google.com/aaa-bbbb-cc${letter}`;

/** A workspace with a limit of two bots a month, whose usage is counted after each. */
async function aLimitedWorkspace() {
  const story = await aBotStory();
  const { world, context, owner } = story;
  await setUsageLimits(context)(owner.workspaceId, { bots_sent: 2 });
  story.saysWhenSent(recordingSince(world.clock.now()));
  const count = () => housekeepingWorker({ ...world, context }).untilQuiet();
  return { ...story, count };
}

describe('bots beyond the limit of their workspace', () => {
  it('fail where they were sent by hand for a later time', async () => {
    const { world, workers, send, bot, asked, count } = await aLimitedWorkspace();
    const ids: string[] = [];
    for (const [nth, letter] of LETTERS.entries())
      ids.push((await send({ meeting_url: linkOf(letter), join_at: minutes(60 + nth) })).body.id);

    for (const [nth, id] of ids.entries()) {
      world.clock.set(Date.parse(minutes(60 + nth)) as Instant);
      await workers.work(id);
      await count();
    }

    const seen = await Promise.all(ids.map(bot));
    expect([asked.sent.length, seen.map(({ status }) => status)]).toEqual([
      2,
      ['in_call', 'in_call', 'failed', 'failed'],
    ]);
    expect(seen[3]).toMatchObject({ reason: 'bot_error', reason_message: expect.stringContaining('limit') });
  });

  it('are not planned for meetings that began in the month before', async () => {
    const { createSettings, push, meeting, workers, world, asked, count } = await aLimitedWorkspace();
    await createSettings({ recording: { enabled: true } });
    const wanted: boolean[] = [];
    for (const letter of LETTERS) {
      const event = {
        ical_uid: `${letter}@acme.test`,
        starts_at: '2026-10-31T20:00:00Z',
        ends_at: '2026-11-10T20:00:00Z',
      };
      const { body } = await push({ ...event, meeting_url: linkOf(letter) });
      wanted.push((await meeting(body.meeting_id)).settings.recording.enabled);
      for (const { pk, type } of world.dynamo.items()) if (type?.S === 'bot') await workers.work(String(pk?.S));
      await count();
    }

    expect([asked.sent.length, wanted]).toEqual([2, [true, true, false, false]]);
  });
});
