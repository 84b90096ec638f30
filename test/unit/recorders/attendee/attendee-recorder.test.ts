import { attendee } from '#shared/capture/recorders/attendee/attendee-recorder';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import { MediaGone, type Recorder, RecorderUnreachable, type RecordingOrder } from '#shared/meetings/recorders/ports';
import { anOrder, BOT_ID } from '#test/doubles/recorders/an-order';
import { type AttendeeServer, anAttendee } from '#test/doubles/recorders/attendee/an-attendee';
import { afterEach, beforeEach, describe, expect, it } from '#test/support/jest';
import { NOON } from './an-attendee-bot.ts';

let now: Instant;
let server: AttendeeServer;
let recorder: Recorder;

const clock = { now: () => now };
const made = (apiKey: string, timeoutMs = 60_000) =>
  attendee.make(
    { name: 'eu-attendee', baseUrl: server.origin, apiKey, webhookSecret: null, hookUrl: 'https://api.test/hooks/x/t' },
    { fetch: (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }), clock },
  );

beforeEach(async () => {
  now = NOON;
  server = await anAttendee({ clock });
  recorder = made(server.key);
});
afterEach(() => server.close());

const sent = async (order: Partial<RecordingOrder> = {}) => {
  const result = await recorder.send(anOrder(order));
  if (result.outcome !== 'accepted') throw new Error(result.detail);
  return { botId: BOT_ID, externalId: result.externalId };
};

/** A bot whose recording is over and uploaded. */
async function recorded(file: Uint8Array = Buffer.from('0123456789')) {
  const bot = await sent();
  for (const event of [
    'joined_meeting',
    'recording_permission_granted',
    'meeting_ended',
    'post_processing_completed',
  ] as const) {
    now = later(now, 10 * SECOND_MS);
    server.happens(bot.externalId, event);
  }
  server.uploads(bot.externalId, file);
  return bot;
}

const text = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text();

describe('sending a bot to Attendee', () => {
  it('is accepted with the id of Attendee', async () => {
    const bot = await sent();

    expect([bot.externalId, server.bots.length]).toEqual([server.bots[0]?.id, 1]);
  });

  it('once more finds the live bot and creates no second', async () => {
    const [first, second] = [await sent(), await sent()];

    expect([second, server.bots.length]).toEqual([first, 1]);
  });

  it.each(['error after creation', 'cut after creation'] as const)(
    'that ends in %s is unreachable, and the bot is found',
    async (fault) => {
      server.strikes({ on: 'create', fault });

      await expect(recorder.send(anOrder())).rejects.toThrow(RecorderUnreachable);
      expect(await recorder.find(anOrder())).toEqual({ externalId: server.bots[0]?.id, otherIds: [] });
    },
  );

  it.each(['html 500', 'throttled', 'cut', 'silence'] as const)('is unreachable at %s', async (fault) => {
    server.strikes({ on: 'any', fault });

    const asked = made(server.key, fault === 'silence' ? 500 : undefined);
    await expect(asked.send(anOrder())).rejects.toThrow(RecorderUnreachable);
    expect(await recorder.find(anOrder())).toBeUndefined();
  });

  it.each([
    ['full' as const, 'full', 'concurrent_bots'],
    ['no credits' as const, 'full', 'out_of_credits'],
  ])('to an Attendee that is %s is refused', async (fault, refusal, nativeCode) => {
    server.strikes({ on: 'create', fault });

    expect(await recorder.send(anOrder())).toMatchObject({ outcome: 'refused', refusal, nativeCode });
  });

  it.each([
    ['a link of another service', { meetingUrl: 'https://call.example.com/1' }, 'invalid_link', 'invalid_meeting_url'],
    [
      'a Zoom link without credentials',
      { meetingUrl: 'https://zoom.us/j/123456789' },
      'unsupported',
      'zoom_credentials_missing',
    ],
  ])('with %s is refused', async (_title, order, refusal, nativeCode) => {
    expect(await recorder.send(anOrder(order))).toMatchObject({ outcome: 'refused', refusal, nativeCode });
  });

  it('with a key that was revoked is refused', async () => {
    expect(await made('old-key').send(anOrder())).toMatchObject({ refusal: 'rejected', nativeCode: 'http_401' });
  });
});

describe('finding a bot at Attendee', () => {
  it('prefers the live one of two with the same key', async () => {
    const first = await sent();
    server.happens(first.externalId, 'could_not_join_meeting', 'login_required');
    const second = await sent();
    server.happens(second.externalId, 'put_in_waiting_room');

    expect((await recorder.find(anOrder()))?.externalId).toBe(second.externalId);
  });

  it('finds one that has ended', async () => {
    const bot = await recorded();

    expect((await recorder.find(anOrder()))?.externalId).toBe(bot.externalId);
  });
});

describe('observing a bot at Attendee', () => {
  it('follows it from the lobby to its file', async () => {
    const bot = await sent();
    const states = [await recorder.observe(bot)];
    for (const event of [
      'put_in_waiting_room',
      'joined_meeting',
      'recording_permission_granted',
      'recording_paused',
      'recording_resumed',
      'meeting_ended',
      'post_processing_completed',
    ] as const) {
      server.happens(bot.externalId, event);
      states.push(await recorder.observe(bot));
    }
    server.uploads(bot.externalId, Buffer.from('video'));
    states.push(await recorder.observe(bot));

    expect(
      states.map((seen) => seen && [seen.state, 'files' in seen ? (seen.files?.length ?? null) : undefined]),
    ).toEqual([
      ['joining', undefined],
      ['lobby', undefined],
      ['in_call_idle', undefined],
      ['recording', undefined],
      ['paused', undefined],
      ['recording', undefined],
      ['ended', null],
      ['ended', null],
      ['ended', 1],
    ]);
  });

  it('knows sound from video by the file', async () => {
    const bot = await sent({ mode: 'audio_only' });
    for (const event of [
      'joined_meeting',
      'recording_permission_granted',
      'meeting_ended',
      'post_processing_completed',
    ] as const)
      server.happens(bot.externalId, event);
    server.uploads(bot.externalId, Buffer.from('sound'));

    expect(await recorder.observe(bot)).toMatchObject({
      files: [{ name: 'audio.mp3', kind: 'audio', contentType: 'audio/mpeg' }],
    });
  });

  it('is undefined for a bot that Attendee does not know', async () => {
    expect(await recorder.observe({ botId: BOT_ID, externalId: 'bot_unknown' })).toBeUndefined();
  });

  it.each(['html 500', 'throttled', 'cut'] as const)('is unreachable at %s', async (fault) => {
    const bot = await sent();
    server.strikes({ on: 'any', fault });

    await expect(recorder.observe(bot)).rejects.toThrow(RecorderUnreachable);
  });
});

describe('leaving a call at Attendee', () => {
  it('may be repeated, also when the bot has ended or is unknown', async () => {
    const bot = await sent();
    await recorder.leave(bot);
    await recorder.leave(bot);
    server.happens(bot.externalId, 'left_meeting');
    server.happens(bot.externalId, 'post_processing_completed');
    await recorder.leave(bot);
    await recorder.leave({ botId: BOT_ID, externalId: 'bot_unknown' });

    expect(server.bots[0]?.events.map(({ type }) => type)).toEqual([
      'join_requested',
      'leave_requested',
      'left_meeting',
      'post_processing_completed',
    ]);
  });
});

describe('deleting what Attendee has', () => {
  it('may be repeated', async () => {
    const bot = await recorded();
    await recorder.deleteData(bot);
    await recorder.deleteData(bot);

    expect(await recorder.observe(bot)).toMatchObject({ state: 'failed', nativeCode: 'data_deleted' });
  });

  it('fails while the bot is in the call, so that it is asked for again', async () => {
    await expect(recorder.deleteData(await sent())).rejects.toThrow(RecorderUnreachable);
  });

  it('by a cancellation makes the bot leave first, and deletes once it has left', async () => {
    const bot = await sent();
    await recorder.cancel(bot);
    const left = server.bots[0]?.state;
    server.happens(bot.externalId, 'left_meeting');
    server.happens(bot.externalId, 'post_processing_completed');
    await recorder.cancel(bot);

    expect([left, server.bots[0]?.state]).toEqual(['leaving', 'data_deleted']);
  });
});

describe('a recording of Attendee', () => {
  const file = { name: 'video.mp4', kind: 'video', contentType: 'video/mp4', sizeBytes: null } as const;

  it('is opened range by range, without the API key', async () => {
    const bot = await recorded();
    const { stream, ...rest } = await recorder.openMedia(bot, file, { firstByte: 3, lastByte: 5, etag: null });

    expect({ ...rest, text: await text(stream) }).toEqual({
      firstByte: 3,
      totalBytes: 10,
      etag: '"781e5e245d69b566979b86e28d23f2c7"',
      text: '345',
    });
    expect(server.requests.find(({ path }) => path.startsWith('/media'))?.headers).not.toHaveProperty('authorization');
  });

  it('has a new link when the first has expired', async () => {
    const bot = await recorded();
    server.strikes({ on: 'media', fault: 'expired' });

    const { stream } = await recorder.openMedia(bot, file, { firstByte: 8, lastByte: null, etag: null });

    expect(await text(stream)).toBe('89');
  });

  it('is unreachable when its second link has expired too, and gone when it was deleted', async () => {
    const bot = await recorded();
    server.strikes({ on: 'media', fault: 'expired' });
    server.strikes({ on: 'media', fault: 'expired' });
    const open = () => recorder.openMedia(bot, file, { firstByte: 0, lastByte: null, etag: null });

    await expect(open()).rejects.toThrow(RecorderUnreachable);
    await recorder.deleteData(bot);
    await expect(open()).rejects.toThrow(MediaGone);
  });
});

describe('a transcript of Attendee', () => {
  const states = async (state: string) => {
    const bot = await recorded();
    const stored = server.bots[0];
    if (!stored) throw new Error('no bot');
    stored.transcriptionState = state;
    stored.startTimestampMs = NOON + 20 * SECOND_MS;
    stored.utterances = [
      {
        speaker_name: 'Ada',
        speaker_uuid: 'u1',
        timestamp_ms: NOON + 21 * SECOND_MS,
        duration_ms: 800,
        transcription: { transcript: 'Hello' },
      },
    ];
    return recorder.transcript(bot);
  };

  it('is read once it is complete, from the first byte of the recording', async () => {
    expect(await states('complete')).toMatchObject({
      status: 'done',
      transcript: { segments: [{ text: 'Hello', start: 1, end: 1.8 }], speakers: [{ name: 'Ada' }] },
    });
  });

  it.each([
    ['in_progress', { status: 'running', lookAgainAt: later(NOON, 70 * SECOND_MS) }],
    ['failed', { status: 'failed', detail: 'Attendee could not transcribe the recording.' }],
    ['not_started', undefined],
  ])('that is %s is %j', async (state, expected) => {
    expect(await states(state)).toEqual(expected);
  });
});

describe('the speaker timeline of Attendee', () => {
  it('has the turns of each person, from the first byte of the recording, from pages of 25 events', async () => {
    const bot = await recorded();
    const stored = server.bots[0];
    if (!stored) throw new Error('no bot');
    const startedAt = later(NOON, 20 * SECOND_MS);
    stored.startTimestampMs = startedAt;
    const at = (seconds: number) => later(startedAt, seconds * SECOND_MS);
    server.participates(bot.externalId, 'Ada', 'join', at(-5));
    for (let turn = 0; turn < 30; turn += 1) {
      server.participates(bot.externalId, 'Ada', 'speech_start', at(turn * 2));
      server.participates(bot.externalId, 'Ada', 'speech_stop', at(turn * 2 + 1.5));
    }
    server.participates(bot.externalId, 'Ben', 'speech_start', at(59));

    const timeline = await recorder.speakerTimeline(bot);

    expect(timeline).toHaveLength(31);
    expect(timeline?.[1]).toEqual({ speakerKey: 'uuid of Ada', speakerName: 'Ada', start: 2, end: 3.5 });
    expect(timeline?.at(-1)).toMatchObject({ speakerName: 'Ben', start: 59, end: Number.POSITIVE_INFINITY });
    const pages = server.requests.filter(({ path }) => path.includes('participant_events'));
    expect(pages.map(({ headers }) => headers['authorization'])).toEqual(Array(3).fill(`Token ${server.key}`));
  });

  it('is undefined for a bot that it does not know', async () => {
    expect(await recorder.speakerTimeline({ botId: BOT_ID, externalId: 'gone' })).toBeUndefined();
  });
});
