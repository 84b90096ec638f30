import { pauseWorkspace, resumeWorkspace } from '#shared/accounts/workspaces/commands/pause-workspace';
import type { BotId } from '#shared/foundation/core/ids';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { dueAtOf } from '#shared/meetings/bots/rules/bot';
import { bots } from '#shared/meetings/bots/store';
import { noon } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';

const at = (minutes: number): Instant => later(noon, minutes * MINUTE_MS);

/** A meeting from 13:00 to 14:00 with its automatic bot, in a paused workspace. */
async function aPausedStory() {
  const story = await aBotStory();
  await story.createSettings({ recording: { enabled: true } });
  const { meeting_id } = (await story.push()).body;
  const [recording] = (await story.meeting(meeting_id)).recordings;
  const id = recording.id as BotId;
  const { context, world, owner, workers } = story;
  await pauseWorkspace(context)(owner.workspaceId);
  story.savedEvents.length = 0;
  const dueAt = async () => {
    const found = await bots.find(context.table, id);
    return found ? dueAtOf(found.state) : null;
  };
  return {
    ...story,
    id,
    dueAt,
    /** At its due times until then. */
    async waitUntil(moment: Instant) {
      let looks = 0;
      for (let due = await dueAt(); due !== null && due <= moment; due = await dueAt()) {
        world.clock.set(due);
        await workers.work(id);
        looks += 1;
      }
      world.clock.set(moment);
      return looks;
    },
    async resume() {
      await resumeWorkspace(context)(owner.workspaceId);
      await housekeepingWorker(world, { context }).untilQuiet();
    },
  };
}

describe('an automatic bot of a paused workspace', () => {
  it('waits, is looked at three times an hour, and is sent once the workspace is resumed during its meeting', async () => {
    const { waitUntil, resume, bot, id, dueAt, workers } = await aPausedStory();

    expect(await waitUntil(at(100))).toBeLessThanOrEqual(3);
    expect([(await bot(id)).status, workers.waiting()]).toEqual(['queued', []]);

    await resume();
    expect(await dueAt()).toBe(at(100));
    await workers.work(id);

    expect((await bot(id)).status).toBe('joining');
  });

  it('fails at its next look where the meeting is over by then, and the reason says why', async () => {
    const { waitUntil, bot, id, dueAt, savedEvents } = await aPausedStory();

    await waitUntil(at(141));

    expect(await bot(id)).toMatchObject({
      status: 'failed',
      reason: 'bot_error',
      reason_message: expect.stringContaining('paused'),
    });
    expect(await dueAt()).toBeNull();
    expect(savedEvents.flat()).toContain('bot.failed');
  });

  it('fails likewise where the workspace is resumed after the meeting, before its next look', async () => {
    const { waitUntil, resume, bot, id, workers } = await aPausedStory();
    await waitUntil(at(119));

    await waitUntil(at(121));
    await resume();
    await workers.work(id);

    expect(await bot(id)).toMatchObject({ status: 'failed', reason_message: expect.stringContaining('paused') });
  });

  it('is sent at its time where the workspace is resumed before', async () => {
    const { waitUntil, resume, dueAt } = await aPausedStory();
    await waitUntil(at(30));

    await resume();

    expect(await dueAt()).toBe(at(57));
  });
});

describe('a bot that was sent by hand in a paused workspace', () => {
  it('joins at once', async () => {
    const { context, owner, send, workers, bot } = await aBotStory();
    await pauseWorkspace(context)(owner.workspaceId);

    const { id } = (await send()).body;
    await workers.work(id);

    expect((await bot(id)).status).toBe('joining');
  });
});
