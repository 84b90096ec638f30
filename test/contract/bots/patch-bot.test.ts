import { patchBotContract as contract } from '#shared/capture/bots/contract';
import type { Instant } from '#shared/foundation/core/time';
import { oneTurn } from '#test/doubles/aws/latency';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { aWorld, noon } from '#test/support/api';
import { aBotStory, minutes } from '#test/support/bot-story';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { endedAfter, failedWith, recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';

const STATES = ['queued', 'joining', 'in_call', 'completed', 'failed', 'cancelled'] as const;
type State = (typeof STATES)[number];

/** A bot that was sent by hand and is in that state; the events on the way are dropped. */
async function aBotThatIs(state: State, body: object = {}) {
  const story = await aBotStory();
  const { id, meeting_id } = (await story.send({ metadata: { deal: '42', stage: 'won' }, ...body })).body;
  const sees = async (observation: Parameters<typeof story.says>[1]) => {
    story.says(id, observation);
    await story.workers.work(id);
  };
  if (state === 'cancelled') await story.cancel(id);
  if (['joining', 'in_call', 'completed', 'failed'].includes(state)) await story.workers.work(id);
  if (state === 'failed') await sees(failedWith('crashed', noon));
  if (['in_call', 'completed'].includes(state)) await sees(recordingSince(noon));
  if (state === 'completed') await sees(endedAfter(noon, 60));
  expect((await story.bot(id)).status).toBe(state);
  story.savedEvents.length = 0;
  return { ...story, id: id as string, meetingId: meeting_id as string };
}

/** The bot that settings sent to a pushed meeting at 13:00. */
async function anAutomaticBot() {
  const story = await aBotStory();
  await story.createSettings({ recording: { enabled: true } });
  const { meeting_id } = (await story.push()).body;
  const [{ id }] = (await story.meeting(meeting_id)).recordings;
  return { ...story, id: id as string, meetingId: meeting_id as string };
}

describe('PATCH /bots/{id}: metadata', () => {
  it.each(STATES)('200: merges metadata while the bot is %s, and sends no event', async (state) => {
    const { patch, id, bot, savedEvents } = await aBotThatIs(state);
    const before = await bot(id);

    const body = expectSuccess(contract, await patch(id, { metadata: { stage: '', owner: 'Ada', size: 3 } }), 200);

    expect(body).toEqual({ ...before, metadata: { deal: '42', owner: 'Ada', size: '3' } });
    expect(await bot(id)).toEqual(body);
    expect(savedEvents).toEqual([]);
  });

  it('200: an empty string removes all metadata', async () => {
    const { patch, id } = await aBotThatIs('queued');

    expect(expectSuccess(contract, await patch(id, { metadata: '' }), 200).metadata).toEqual({});
  });

  it('200: keeps the keys of three concurrent requests', async () => {
    const story = await aBotStory(aWorld({}, inMemoryMainTable({ latency: oneTurn })));
    const { id } = (await story.send()).body;

    const answers = await Promise.all([1, 2, 3].map((at) => story.patch(id, { metadata: { [`key-${at}`]: 'v' } })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(Object.keys((await story.bot(id)).metadata)).toHaveLength(3);
  });

  it.each([
    ['an object', { deal: { id: 1 } }, 'invalid_type metadata.deal'],
    ['a list', { deal: [1] }, 'invalid_type metadata.deal'],
    ['null', { deal: null }, 'invalid_type metadata.deal'],
  ])('422: %s in it, naming the key', async (_, metadata, fault) => {
    const { patch, id } = await aBotThatIs('queued');

    expect(expectError(contract, await patch(id, { metadata }), 422)).toEqual([fault]);
  });

  it('422: a key too many, counted after the merge', async () => {
    const { patch, id } = await aBotThatIs('queued');
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key-${at}`, 'v']));

    expectSuccess(contract, await patch(id, { metadata: keys(48) }), 200);
    expect(expectError(contract, await patch(id, { metadata: { one: 'more' } }), 422)).toEqual(['too_long metadata']);
  });
});

const FIELDS = {
  bot_name: 'Ears',
  welcome_message: 'Hello',
  language: 'de',
  recording_start: 'on_command',
  recording_mode: 'audio_only',
  silence_alert: false,
  summary_language: 'fr',
  summary_template: 'interview',
  participants: [{ email: 'ben@other.test', name: 'Ben' }],
};

describe('PATCH /bots/{id}: the other fields', () => {
  it('200: changes each field of a queued bot, and dispatch keeps them', async () => {
    const { patch, id, bot, workers } = await aBotThatIs('queued');

    expect(expectSuccess(contract, await patch(id, FIELDS), 200)).toMatchObject({ ...FIELDS, status: 'queued' });
    await workers.work(id);

    expect(await bot(id)).toMatchObject({ ...FIELDS, status: 'joining' });
  });

  it('200: saves settings in the request as settings of the meeting', async () => {
    const { patch, id, meeting, meetingId, savedEvents } = await aBotThatIs('queued');

    await patch(id, { language: 'de', summary_language: 'fr' });

    const { settings } = await meeting(meetingId);
    const own = settings.assignments.filter((one: { own: boolean }) => one.own);
    expect(settings).toMatchObject({ transcription: { language: 'de' }, summary: { language: 'fr' } });
    expect(settings.sources['transcription.language']).toEqual({ assignment_id: own[0].id });
    expect(own).toHaveLength(1);
    expect(savedEvents).toEqual([['queued → queued', 'meeting.updated']]);
  });

  it('200: null empties a welcome message, and lets the summary follow the transcript', async () => {
    const { patch, id } = await aBotThatIs('queued', { welcome_message: 'Hello', summary_language: 'fr' });

    const body = expectSuccess(contract, await patch(id, { welcome_message: null, summary_language: null }), 200);

    expect(body).toMatchObject({ welcome_message: null, summary_language: null });
  });

  it.each(STATES.filter((state) => state !== 'queued'))(
    '409: no field can be changed when the bot is %s',
    async (state) => {
      const { patch, id, bot } = await aBotThatIs(state);
      const before = await bot(id);
      const everything = { ...FIELDS, join_at: minutes(30), meeting_url: 'https://zoom.us/j/123456789' };

      for (const [field, value] of Object.entries(everything)) {
        const answered = await patch(id, { [field]: value, metadata: { seen: 'no' } });
        expect(expectError(contract, answered, 409)).toEqual(['bot_not_editable']);
      }
      expect(await bot(id)).toEqual(before);
    },
  );
});

describe('PATCH /bots/{id}: join_at and meeting_url', () => {
  it('200: moves a manual bot, together with a meeting that only it has', async () => {
    const { patch, id, bot, world, meeting, meetingId, savedEvents, workers } = await aBotThatIs('queued', {
      join_at: minutes(30),
    });

    const answered = await patch(id, {
      join_at: minutes(10),
      meeting_url: 'https://zoom.us/j/123456789?utm_source=mail',
    });

    const moved = { join_at: minutes(10), meeting_url: 'https://zoom.us/j/123456789' };
    expect(expectSuccess(contract, answered, 200)).toMatchObject({ ...moved, meeting_id: meetingId });
    expect(await meeting(meetingId)).toMatchObject({
      starts_at: minutes(10),
      meeting_url: moved.meeting_url,
      platform: 'zoom',
      recordings: [{ started_at: minutes(10) }],
    });
    expect(savedEvents).toEqual([['queued → queued', 'meeting.updated']]);
    world.clock.set((noon + 600_000) as Instant);
    await workers.work(id);
    expect((await bot(id)).status).toBe('joining');
  });

  it('200: null sends it at once; the recorder can be unreachable for ten minutes from then', async () => {
    const { patch, id, world, workers, isReachable, bot } = await aBotThatIs('queued', { join_at: minutes(120) });
    world.clock.advance(30 * 60_000);
    isReachable(false);

    expect(expectSuccess(contract, await patch(id, { join_at: null }), 200).join_at).toBeNull();
    await workers.work(id);

    expect((await bot(id)).status).toBe('joining');
  });

  it('200: does not move a meeting of a calendar', async () => {
    const { push, send, patch, meeting } = await aBotStory();
    await push({ starts_at: minutes(5), ends_at: minutes(35) });
    const { id, meeting_id } = (await send()).body;

    await patch(id, { join_at: minutes(8), meeting_url: 'https://zoom.us/j/123456789' });

    expect(await meeting(meeting_id)).toMatchObject({
      starts_at: minutes(5),
      meeting_url: 'https://meet.google.com/abc-good-def',
    });
  });

  it.each([
    [{ join_at: minutes(-6) }, 'invalid join_at'],
    [{ join_at: minutes(366 * 24 * 60) }, 'invalid join_at'],
    [{ meeting_url: 'https://example.com/j/1' }, 'invalid meeting_url'],
    [{ meeting_url: 'https://localhost/j/1' }, 'invalid_format meeting_url'],
    [{ bot_name: 'https://evil.test' }, 'invalid_format bot_name'],
    [{ welcome_message: 'x'.repeat(501) }, 'too_long welcome_message'],
    [{ welcome_message: 'Hello\u0001' }, 'invalid_format welcome_message'],
    [{ recording_mode: 'inherit' }, 'inclusion recording_mode'],
    [{ summary_template: 'haiku' }, 'invalid summary_template'],
    [{ title: 'No' }, 'unknown_field title'],
    [{ status: 'completed' }, 'unknown_field status'],
  ])('422: %j', async (body, fault) => {
    const { patch, id } = await aBotThatIs('queued');

    expect(expectError(contract, await patch(id, body), 422)).toEqual([fault]);
  });

  it('200: an empty patch changes nothing', async () => {
    const { patch, id } = await aBotThatIs('queued');
    const before = expectSuccess(contract, await patch(id, { metadata: {} }), 200);

    expect(expectSuccess(contract, await patch(id, {}), 200)).toEqual(before);
  });
});

describe('PATCH /bots/{id} of an automatic bot', () => {
  it('409: meeting_url follows the meeting', async () => {
    const { patch, id } = await anAutomaticBot();

    const answered = await patch(id, { join_at: minutes(65), meeting_url: 'https://zoom.us/j/123456789' });

    expect(expectError(contract, answered, 409)).toEqual(['bot_not_editable']);
  });

  it('200: join_at moves the bot, with one meeting.updated, and the start of its meeting stays', async () => {
    const { patch, id, meetingId, meeting, savedEvents, workers, world, bot } = await anAutomaticBot();
    savedEvents.length = 0;

    expect(expectSuccess(contract, await patch(id, { join_at: minutes(70) }), 200).join_at).toBe(minutes(70));

    expect(savedEvents).toEqual([['queued → queued', 'meeting.updated']]);
    expect(await meeting(meetingId)).toMatchObject({
      starts_at: minutes(60),
      recordings: [{ started_at: minutes(70) }],
    });
    world.clock.advance(69 * 60_000);
    await workers.work(id);
    expect((await bot(id)).status).toBe('queued');
    world.clock.advance(60_000);
    await workers.work(id);
    expect((await bot(id)).status).toBe('joining');
  });

  it('200: null sends it at once', async () => {
    const { patch, id, workers, bot, push } = await anAutomaticBot();

    expect(expectSuccess(contract, await patch(id, { join_at: null }), 200).join_at).toBe(minutes(0));
    await push({ title: 'Renamed' });
    await workers.work(id);

    expect((await bot(id)).status).toBe('joining');
  });

  it('200: join_at is kept through pushes and changed settings', async () => {
    const { patch, id, push, createSettings, bot, world } = await anAutomaticBot();
    await patch(id, { join_at: minutes(70) });

    await push({ title: 'Renamed', ends_at: minutes(150) });
    await createSettings({ transcription: { language: 'de' }, scope: ['meetings:internal'] });
    await settingsPropagationWorker(world).untilDone();

    expect(await bot(id)).toMatchObject({ join_at: minutes(70), language: 'de', status: 'queued' });
  });

  it('200: join_at is kept when the event is cancelled and restored', async () => {
    const { patch, id, push, meetingId, meeting } = await anAutomaticBot();
    await patch(id, { join_at: minutes(70) });

    await push({ cancelled: true });
    await push({});

    expect((await meeting(meetingId)).recordings).toMatchObject([
      { status: 'cancelled' },
      { status: 'queued', started_at: minutes(70) },
    ]);
  });

  it('200: join_at is three minutes ahead again once the meeting has moved, also where it moves back', async () => {
    const { patch, id, push, bot } = await anAutomaticBot();
    await patch(id, { join_at: minutes(70) });

    await push({ starts_at: minutes(90), ends_at: minutes(150) });
    const moved = (await bot(id)).join_at;
    await push({});

    expect([moved, (await bot(id)).join_at]).toEqual([minutes(87), minutes(57)]);
  });

  it('200: join_at is three minutes ahead again once the meeting ends before it', async () => {
    const { patch, id, push, bot } = await anAutomaticBot();
    await patch(id, { join_at: minutes(100) });

    await push({ ends_at: minutes(90) });

    expect((await bot(id)).join_at).toBe(minutes(57));
  });

  it('200: the recorder can be unreachable for ten minutes from a later join time', async () => {
    const { patch, id, push, world, workers, isReachable, bot } = await anAutomaticBot();
    await patch(id, { join_at: minutes(80) });
    await push({ title: 'Renamed' });
    world.clock.advance(80 * 60_000);
    isReachable(false);

    await workers.work(id);

    expect((await bot(id)).status).toBe('joining');
  });

  it.each([
    ['more than five minutes ago', -6],
    ['at the end of the meeting', 120],
    ['after the end of the meeting', 121],
  ])('422: join_at %s', async (_, at) => {
    const { patch, id } = await anAutomaticBot();

    expect(expectError(contract, await patch(id, { join_at: minutes(at) }), 422)).toEqual(['invalid join_at']);
  });

  it('422: join_at a day after the start of a meeting without an end', async () => {
    const { patch, id, push } = await anAutomaticBot();
    await push({ ends_at: null });

    expect(expectSuccess(contract, await patch(id, { join_at: minutes(60 + 24 * 60 - 1) }), 200).status).toBe('queued');
    expect(expectError(contract, await patch(id, { join_at: minutes(60 + 24 * 60) }), 422)).toEqual([
      'invalid join_at',
    ]);
  });

  it('200: other settings survive a push and dispatch', async () => {
    const { patch, id, bot, push, world, workers } = await anAutomaticBot();
    const { participants: _, ...chosen } = FIELDS;

    expect(expectSuccess(contract, await patch(id, chosen), 200)).toMatchObject(chosen);
    await push({ title: 'Renamed', starts_at: minutes(90), ends_at: minutes(150) });
    expect(await bot(id)).toMatchObject({ ...chosen, join_at: minutes(87) });
    world.clock.set((noon + 87 * 60_000) as typeof noon);
    await workers.work(id);

    expect(await bot(id)).toMatchObject({ ...chosen, status: 'joining' });
  });
});
