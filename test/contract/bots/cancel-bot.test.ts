import { cancelBotContract as contract } from '#shared/capture/bots/contract';
import { oneTurn } from '#test/doubles/aws/latency';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { aWorld, noon } from '#test/support/api';
import { aBotStory, type BotStory, minutes } from '#test/support/bot-story';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { endedAfter, failedWith, recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';

/** A bot on its way: sent at noon, and worked on as far as the test wants it. */
async function aSentBot(steps: 'queued' | 'joining' | 'in_call' | 'completed' | 'failed' = 'queued', body = {}) {
  const story = await aBotStory();
  const { id, meeting_id } = (await story.send(body)).body;
  const sees = async (observation: Parameters<BotStory['says']>[1]) => {
    story.says(id, observation);
    await story.workers.work(id);
  };
  if (steps !== 'queued') await story.workers.work(id);
  if (steps === 'failed') await sees(failedWith('crashed', noon));
  if (steps === 'in_call' || steps === 'completed') await sees(recordingSince(noon));
  if (steps === 'completed') await sees(endedAfter(noon, 60));
  expect((await story.bot(id)).status).toBe(steps);
  return { ...story, id: id as string, meetingId: meeting_id as string };
}

describe('DELETE /bots/{id}', () => {
  it.each(['queued', 'joining', 'in_call'] as const)('200: while %s', async (status) => {
    const { cancel, bot, id, world, meeting, meetingId } = await aSentBot(status);
    world.clock.advance(1000);

    const body = expectSuccess(contract, await cancel(id), 200);

    expect(body).toMatchObject({ id, status: 'cancelled', ended_at: '2026-11-02T12:00:01.000Z' });
    expect(body).not.toHaveProperty('reason');
    expect(await bot(id)).toEqual(body);
    expect(await meeting(meetingId)).toMatchObject({
      recordings: [{ id, status: 'cancelled', ended_at: body.ended_at }],
      results: { status: 'none' },
    });
  });

  it.each(['completed', 'failed'] as const)('409: when it is %s', async (status) => {
    const { cancel, id, bot } = await aSentBot(status);

    expect(expectError(contract, await cancel(id), 409)).toEqual(['bot_not_cancellable']);
    expect((await bot(id)).status).toBe(status);
  });

  it('409: a second time', async () => {
    const { cancel, id } = await aSentBot();
    await cancel(id);

    expect(expectError(contract, await cancel(id), 409)).toEqual(['bot_not_cancellable']);
  });

  it('one 200 and the rest 409 for many at once', async () => {
    const story = await aBotStory(aWorld({}, inMemoryMainTable({ latency: oneTurn })));
    const { id } = (await story.send()).body;

    const answers = await Promise.all(Array.from({ length: 10 }, () => story.cancel(id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  it('throws away what was recorded: there is nothing to read', async () => {
    const { cancel, id, workers, says, bot } = await aSentBot('in_call');
    await cancel(id);
    says(id, endedAfter(noon, 60));

    await workers.work(id);
    await workers.runJobs();

    expect(await bot(id)).toMatchObject({ status: 'cancelled', recording_available_at: null });
  });
});

describe('DELETE /bots/{id} and the meeting’s own settings', () => {
  it('turns recording off with the last unfinished bot, and no push brings a bot back', async () => {
    const story = await aBotStory();
    await story.createSettings({ recording: { enabled: true } });
    const { meeting_id } = (await story.push()).body;
    const [{ id }] = (await story.meeting(meeting_id)).recordings;

    await story.cancel(id);
    await story.push({ title: 'Renamed', starts_at: minutes(90), ends_at: minutes(150) });

    const { settings, recordings, title } = await story.meeting(meeting_id);
    const own = settings.assignments.filter((one: { own: boolean }) => one.own);
    expect(title).toBe('Renamed');
    expect(settings.recording.enabled).toBe(false);
    expect(settings.sources['recording.enabled']).toEqual({ assignment_id: own[0].id });
    expect(recordings).toMatchObject([{ id, status: 'cancelled' }]);
  });

  it('leaves recording on while another bot is unfinished', async () => {
    const { send, cancel, id, meeting, meetingId } = await aSentBot();
    const other = (await send({ allow_multiple_bots: true })).body.id;

    await cancel(id);
    expect((await meeting(meetingId)).settings.recording.enabled).toBe(true);

    await cancel(other);
    expect((await meeting(meetingId)).settings.recording.enabled).toBe(false);
  });

  it('keeps the meeting’s other own settings', async () => {
    const { cancel, id, meeting, meetingId } = await aSentBot('queued', { language: 'de', join_at: minutes(30) });

    await cancel(id);

    expect((await meeting(meetingId)).settings).toMatchObject({
      recording: { enabled: false },
      transcription: { language: 'de' },
    });
  });

  it('is undone by recording.enabled: inherit', async () => {
    const story = await aBotStory();
    await story.createSettings({ recording: { enabled: true } });
    const { meeting_id } = (await story.push()).body;
    const [{ id }] = (await story.meeting(meeting_id)).recordings;
    await story.cancel(id);
    const { settings } = await story.meeting(meeting_id);
    const own = settings.assignments.find((one: { own: boolean }) => one.own);

    await story.updateSettings(own.settings_id, { recording: { enabled: 'inherit' } });
    await settingsPropagationWorker(story.world).run();

    expect((await story.meeting(meeting_id)).recordings).toMatchObject([{ status: 'cancelled' }, { status: 'queued' }]);
  });
});
