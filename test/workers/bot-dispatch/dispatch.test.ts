import { botDispatch } from '#functions/workers/bot-dispatch/index';
import type { BotId } from '#shared/foundation/core/ids';
import { type Instant, later } from '#shared/foundation/core/time';
import { bots } from '#shared/meetings/bots/store';
import { oneTurn } from '#test/doubles/aws/latency';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { aWorld, noon } from '#test/support/api';
import { aBotStory, minutes } from '#test/support/bot-story';
import { botMessage, botWorkers } from '#test/support/bot-workers';
import { endedAfter, failedWith, recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { theRecorders } from '#test/support/the-recorders';

const MINUTE = 60_000;
const at = (count: number) => (noon + count * MINUTE) as Instant;
const FAILED = ['bot.failed', 'meeting.updated'];

async function aStoryWithABot(body: object = {}) {
  const story = await aBotStory();
  const sent = (await story.send(body)).body;
  story.savedEvents.length = 0;
  return { ...story, id: sent.id as string, meetingId: sent.meeting_id as string };
}

/** A meeting at 13:00 that settings want recorded, with its bot. */
async function aStoryWithAnAutomaticBot(event: object = {}) {
  const story = await aBotStory();
  const chosen = (await story.createSettings({ recording: { enabled: true } })).body;
  const { meeting_id } = (await story.push(event)).body;
  const [recording] = (await story.meeting(meeting_id)).recordings;
  story.savedEvents.length = 0;
  return { ...story, chosen, meetingId: meeting_id as string, id: recording.id as string };
}

/** A bot that its recorder was asked about once, at the time of the next status check, with a message about it. */
async function aStoryWithAStatusCheck() {
  const story = await aStoryWithABot();
  await story.workers.work(story.id);
  const state = (await bots.find(story.world.context.table, story.id as BotId))?.state;
  if (state?.status !== 'joining') throw new Error('The bot is not joining.');
  story.world.clock.set(state.nextLookAt);
  return { ...story, message: { botId: state.id, workspaceId: state.workspaceId }, dueAt: state.nextLookAt };
}

describe('a message about a bot', () => {
  it('that comes before its time is dropped: the sweeper finds the bot by its due time', async () => {
    const { workers, id, bot, savedEvents } = await aStoryWithABot({ join_at: minutes(10) });

    await workers.work(id);

    expect([(await bot(id)).status, workers.waiting(), savedEvents]).toEqual(['queued', [], []]);
  });

  it('for a status check that was made already is dropped', async () => {
    const { world, workers, asked, message, dueAt } = await aStoryWithAStatusCheck();
    await workers.receive({ ...message, dueAt });

    await workers.receive({ ...message, dueAt });
    world.clock.advance(MINUTE);
    await workers.receive({ ...message, dueAt });

    expect(asked.observed).toBe(2);
  });

  it('of the release before, which names no time, becomes the one message of its status check', async () => {
    const { workers, asked, message, dueAt } = await aStoryWithAStatusCheck();
    await workers.receive(message);
    await workers.receive(message);

    for (const _sent of workers.waiting()) await workers.receive({ ...message, dueAt });

    expect(asked.observed).toBe(2);
  });

  it('of the release before that comes before its time is dropped', async () => {
    const { world, workers, message, dueAt } = await aStoryWithAStatusCheck();
    world.clock.set(later(dueAt, -10_000));
    const before = workers.waiting().length;

    await workers.receive(message);

    expect(workers.waiting()).toHaveLength(before);
  });

  it('that comes twice sends one bot', async () => {
    const { workers, id, asked, savedEvents } = await aStoryWithABot();

    await workers.work(id);
    await workers.work(id);

    expect(asked.sent.map(({ botId }) => botId)).toEqual([id]);
    expect(savedEvents).toEqual([['queued → joining', 'meeting.updated']]);
  });

  it('that comes twice at once causes each event once', async () => {
    const story = await aBotStory(aWorld({}, inMemoryMainTable({ latency: oneTurn })));
    const { id } = (await story.send()).body;
    story.savedEvents.length = 0;

    await Promise.all([story.workers.work(id), story.workers.work(id)]);

    expect(story.savedEvents).toEqual([['queued → joining', 'meeting.updated']]);
    expect(new Set(story.asked.sent.map(({ botId }) => botId))).toEqual(new Set([id]));
  });

  it('that names a bot which is over changes nothing', async () => {
    const { workers, id, cancel, asked, savedEvents } = await aStoryWithABot();
    await cancel(id);
    savedEvents.length = 0;

    expect(await workers.work(id)).toBe(0);

    expect([asked.sent, savedEvents]).toEqual([[], []]);
  });

  it('that names none is given back, alone', async () => {
    const { context, recorder, id, bot } = await aStoryWithABot();
    const dispatch = botDispatch(context, {
      recorders: theRecorders(recorder),
      queue: { send: async () => undefined },
      timeScale: { scaled: (milliseconds) => milliseconds },
      stage: 'test',
      log: () => undefined,
    });
    const record = (messageId: string, body: string) => ({ messageId, body });
    const body = await botMessage(context.table, id);

    const answered = await dispatch({
      Records: [record('a', 'nonsense'), record('b', body), record('c', '{"botId":"mtg_1"}')],
    } as never);

    expect(answered.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['a', 'c']);
    expect((await bot(id)).status).toBe('joining');
  });
});

describe('a bot that is cancelled while it is being sent', () => {
  it('is called back', async () => {
    const story = await aStoryWithABot();
    const { recorder, id } = story;
    const workers = botWorkers(
      { ...story.world, context: story.context },
      {
        recorder: {
          ...recorder,
          async send(order) {
            await story.cancel(id);
            await story.workers.runJobs();
            return recorder.send(order);
          },
        },
      },
    );

    await workers.work(id);

    expect((await story.bot(id)).status).toBe('cancelled');
    expect(story.asked.sent).toHaveLength(1);
    expect(story.asked.cancelled).toEqual([id, id]);
  });
});

describe('an unreachable recorder', () => {
  it('is asked again until ten minutes past the start, and then the bot has failed', async () => {
    const { world, workers, isReachable, id, bot, savedEvents } = await aStoryWithABot();
    isReachable(false);

    await workers.work(id);
    expect(workers.waiting()).toEqual([[id, noon + 15_000]]);
    world.clock.set((at(10) - 1) as Instant);
    await workers.work(id);
    expect((await bot(id)).status).toBe('joining');
    world.clock.set(at(10));
    await workers.work(id);

    expect(savedEvents).toEqual([
      ['queued → joining', 'meeting.updated'],
      ['joining → failed', ...FAILED],
    ]);
    expect(await bot(id)).toMatchObject({ reason: 'bot_error', reason_message: expect.any(String) });
  });

  it('counts from the start of the meeting, not from the moment its bot is sent', async () => {
    const { world, workers, isReachable, id, bot } = await aStoryWithAnAutomaticBot();
    isReachable(false);
    world.clock.set(at(57));
    await workers.work(id);

    world.clock.set((at(70) - 1) as Instant);
    await workers.work(id);
    expect((await bot(id)).status).toBe('joining');
    world.clock.set(at(70));
    await workers.work(id);

    expect((await bot(id)).status).toBe('failed');
  });

  it('counts from the start of the meeting that an early bot joins by hand', async () => {
    const story = await aBotStory();
    await story.push({ starts_at: minutes(14), ends_at: minutes(74) });
    const { id } = (await story.send()).body;
    story.isReachable(false);
    await story.workers.work(id);

    story.world.clock.set(at(20));
    await story.workers.work(id);
    expect((await story.bot(id)).status).toBe('joining');
    story.world.clock.set(at(24));
    await story.workers.work(id);

    expect((await story.bot(id)).status).toBe('failed');
  });

  it('that comes back in time is sent the bot once', async () => {
    const { world, workers, isReachable, id, asked, bot } = await aStoryWithABot();
    isReachable(false);
    await workers.work(id);

    isReachable(true);
    world.clock.advance(MINUTE);
    await workers.work(id);

    expect(asked.sent.map(({ botId }) => botId)).toEqual([id]);
    expect((await bot(id)).status).toBe('joining');
  });

  it('never fails a bot that is recording', async () => {
    const { world, workers, isReachable, says, id, bot, savedEvents } = await aStoryWithABot();
    await workers.work(id);
    says(id, recordingSince(at(1)));
    await workers.work(id);
    savedEvents.length = 0;
    isReachable(false);
    world.clock.set(at(30));

    await workers.work(id);

    expect((await bot(id)).status).toBe('in_call');
    expect(savedEvents).toEqual([]);
    expect(workers.waiting().at(-1)?.[1]).toBeGreaterThan(at(30));
  });
});

describe('dispatch', () => {
  it('reads the settings once more, and freezes them', async () => {
    const { world, workers, updateSettings, chosen, id, bot, asked, meeting, meetingId } =
      await aStoryWithAnAutomaticBot();
    await updateSettings(chosen.id, {
      transcription: { language: 'de' },
      recording: { methods: { bot: { mode: 'audio_only' } } },
    });
    world.clock.set(at(57));

    await workers.work(id);
    await updateSettings(chosen.id, { transcription: { language: 'fr' } });
    await workers.work(id);

    expect(asked.sent).toMatchObject([{ language: 'de', mode: 'audio_only' }]);
    expect(await bot(id)).toMatchObject({ status: 'joining', language: 'de', recording_mode: 'audio_only' });
    expect((await meeting(meetingId)).settings.transcription.language).toBe('de');
  });

  it("reads the meeting's own settings once more, too", async () => {
    const { world, workers, createSettings, updateSettings, id, asked, meetingId } = await aStoryWithAnAutomaticBot();
    const own = (await createSettings({ scope: [`meeting:${meetingId}`], transcription: { language: 'de' } })).body;
    await updateSettings(own.id, { transcription: { language: 'fr' } });
    world.clock.set(at(57));

    await workers.work(id);

    expect(asked.sent).toMatchObject([{ language: 'fr' }]);
  });

  it('cancels an automatic bot whose recording was turned off meanwhile', async () => {
    const { world, workers, updateSettings, chosen, id, savedEvents, asked } = await aStoryWithAnAutomaticBot();
    await updateSettings(chosen.id, { recording: { enabled: false } });
    savedEvents.length = 0;
    world.clock.set(at(57));

    await workers.work(id);

    expect(asked.sent).toEqual([]);
    expect(savedEvents).toEqual([['queued → cancelled', 'bot.cancelled', 'meeting.updated']]);
  });

  it('sends a bot that was sent by hand, whatever the settings say', async () => {
    const story = await aBotStory();
    await story.createSettings({ recording: { enabled: false } });
    const { id } = (await story.send()).body;

    await story.workers.work(id);

    expect((await story.bot(id)).status).toBe('joining');
  });

  it("keeps the sender's own choices, and takes the others from the newest settings", async () => {
    const story = await aBotStory();
    const chosen = (await story.createSettings({ transcription: { language: 'de' }, summary: { template: 'lecture' } }))
      .body;
    const { id } = (await story.send({ language: 'fr', join_at: minutes(10) })).body;
    await story.patch(id, { silence_alert: false });
    await story.updateSettings(chosen.id, {
      transcription: { language: 'it' },
      summary: { template: 'interview' },
      recording: { methods: { bot: { silence_detection: { alert: true } } } },
    });
    story.world.clock.set(at(10));

    await story.workers.work(id);

    expect(await story.bot(id)).toMatchObject({
      status: 'joining',
      language: 'fr',
      summary_template: 'interview',
      silence_alert: false,
    });
  });
});

describe('two bots on one meeting', () => {
  it('a failed transcript that another bot makes good is finished a second time', async () => {
    const { workers, send, says, transcribes, savedEvents, id, meeting, meetingId } = await aStoryWithABot();
    const other = (await send({ allow_multiple_bots: true })).body.id;
    const record = async (bot: string) => {
      await workers.work(bot);
      says(bot, recordingSince(at(1)));
      await workers.work(bot);
      says(bot, endedAfter(at(1), 60));
      await workers.work(bot);
    };
    const finished = () => savedEvents.filter((events) => events.includes('meeting.finished')).length;

    transcribes(undefined);
    await record(id);
    expect([finished(), (await meeting(meetingId)).results.status]).toEqual([1, 'failed']);

    transcribes('WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ada>We decided to ship on Friday.</v>\n');
    await record(other);
    expect([finished(), (await meeting(meetingId)).results.status]).toEqual([2, 'ready']);

    const third = (await send({ allow_multiple_bots: true })).body.id;
    await record(third);
    expect([finished(), (await meeting(meetingId)).results.status]).toEqual([2, 'ready']);
  });

  it('a bot that fails does not end what the other one records', async () => {
    const { workers, send, says, id, meeting, meetingId } = await aStoryWithABot();
    const other = (await send({ allow_multiple_bots: true })).body.id;
    for (const bot of [id, other]) await workers.work(bot);
    says(other, recordingSince(at(1)));
    await workers.work(other);
    says(id, failedWith('not_admitted', at(2)));

    await workers.work(id);

    expect(await meeting(meetingId)).toMatchObject({
      phase: 'live',
      recordings: [{ status: 'failed' }, { status: 'in_call' }],
    });
  });
});
