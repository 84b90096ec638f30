import { meetings } from '#functions/api/meetings/index';
import { type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import { callsTo } from '#test/support/api';
import { minutes } from '#test/support/bot-story';
import { failedWith } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { aLivelyWorkspace } from './a-drawn-life.ts';

/** A workspace with a meeting that ends in two hours; from then on the webhooks are noted. */
async function aMeetingWith(bot: 'no bot' | 'a cancelled bot' | 'a failed bot') {
  const workspace = await aLivelyWorkspace();
  const { story, world, sent } = workspace;
  const event = { starts_at: minutes(60), ends_at: minutes(120) };
  const id = (await story.push({ ...event, ...(bot === 'no bot' && { meeting_url: null }) })).body.meeting_id;
  const [recording] = (await story.meeting(id)).recordings;
  if (bot === 'a cancelled bot') await story.cancel(recording.id);
  if (bot === 'a failed bot') {
    world.clock.advance(57 * MINUTE_MS);
    await workspace.sweep();
    story.says(recording.id, failedWith('not_admitted', world.clock.now()));
    await story.workers.work(recording.id);
  }
  sent.length = 0;
  return { ...workspace, id, told: () => sent.map(({ type, snapshot }) => [type, snapshot.phase]) };
}

describe('the end of a meeting, which time alone brings', () => {
  it.each(['a cancelled bot', 'a failed bot'] as const)(
    'is one meeting.updated with the phase past after %s',
    async (bot) => {
      const { world, sweep, told, id, sent } = await aMeetingWith(bot);

      world.clock.set(Date.parse(minutes(119)) as Instant);
      await sweep();
      expect(told()).toEqual([]);
      world.clock.advance(MINUTE_MS);
      await sweep();
      await sweep();

      expect(told()).toEqual([['meeting.updated', 'past']]);
      expect(sent[0]?.snapshot).toMatchObject({ id, updated_at: minutes(120), ends_at: minutes(120) });
    },
  );

  it('is no webhook where nothing was recorded and no bot was sent', async () => {
    const { world, sweep, told, story, id } = await aMeetingWith('no bot');

    world.clock.advance(180 * MINUTE_MS);
    await sweep();

    expect(told()).toEqual([]);
    expect((await story.meeting(id)).phase).toBe('past');
  });

  it('is reported by the next change that comes before the sweeper, and by nothing after it', async () => {
    const { world, sweep, told, story, id } = await aMeetingWith('a cancelled bot');
    const { key } = story.owner;

    world.clock.advance(180 * MINUTE_MS);
    await callsTo(meetings(story.context))('PATCH', `/meetings/${id}`, { key, body: { metadata: { a: 'b' } } });
    await sweep();

    expect(told()).toEqual([['meeting.updated', 'past']]);
  });

  it('is not reported of a meeting that was cancelled before', async () => {
    const { world, sweep, told, story } = await aMeetingWith('a cancelled bot');

    await story.push({ cancelled: true });
    world.clock.advance(180 * MINUTE_MS);
    await sweep();

    expect(told()).toEqual([['meeting.updated', 'cancelled']]);
  });
});

describe('the last webhook of a bot that failed', () => {
  it('has an end that is not later than the event, and the phase past, where the clock of the recorder is ahead', async () => {
    const { story, sent } = await aLivelyWorkspace();
    const { id } = (await story.send({ join_at: minutes(0) })).body;
    await story.workers.work(id);
    story.says(id, failedWith('crashed', Date.parse(minutes(2)) as Instant));

    await story.workers.work(id);

    expect(sent.slice(-2).map(({ type, at }) => [type, at])).toEqual([
      ['bot.failed', Date.parse(minutes(0))],
      ['meeting.updated', Date.parse(minutes(0))],
    ]);
    expect(sent.at(-2)?.snapshot.ended_at).toBe(minutes(0));
    expect(sent.at(-1)?.snapshot).toMatchObject({ phase: 'past', recordings: [{ ended_at: minutes(0) }] });
  });
});
