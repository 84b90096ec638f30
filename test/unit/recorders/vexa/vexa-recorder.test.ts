import { vexa } from '#shared/capture/recorders/vexa/vexa-recorder';
import type { BotId } from '#shared/foundation/core/ids';
import { HOUR_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { MediaGone, type Recorder, RecorderUnreachable, type RecordingOrder } from '#shared/meetings/recorders/ports';
import { anOrder, BOT_ID } from '#test/doubles/recorders/an-order';
import { aVexa, type VexaServer } from '#test/doubles/recorders/vexa/a-vexa';
import { afterEach, beforeEach, describe, expect, it } from '#test/support/jest';
import { NOON } from './a-vexa-meeting.ts';

let now: Instant;
let server: VexaServer;
let recorder: Recorder;

const clock = { now: () => now };
const made = (apiKey: string, timeoutMs = 60_000) =>
  vexa.make(
    { name: 'own-vexa', baseUrl: server.origin, apiKey, webhookSecret: null, hookUrl: null },
    { fetch: (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }), clock },
  );
const begin = async (options: { hasSpeechService?: boolean } = {}) => {
  server = await aVexa({ clock, ...options });
  recorder = made(server.key);
};

beforeEach(async () => {
  now = NOON;
  await begin();
});
afterEach(() => server.close());

const OTHER_BOT = 'bot_01kb3xq2m4e8v9c5d6f7g8h9jb' as BotId;

const sent = async (order: Partial<RecordingOrder> = {}) => {
  const result = await recorder.send(anOrder(order));
  if (result.outcome !== 'accepted') throw new Error(result.detail);
  return { botId: order.botId ?? BOT_ID, externalId: result.externalId };
};

/** A bot whose recording is over and complete. */
async function recorded(media: Uint8Array = Buffer.from('0123456789')) {
  const bot = await sent();
  for (const step of ['joining', 'active', 'completed']) {
    now = later(now, 10 * SECOND_MS);
    server.happens(bot.externalId, step, { reason: 'left_alone' });
  }
  server.uploads(bot.externalId, media, { isLast: true });
  return bot;
}

const text = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text();
const paths = () => server.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);

describe('sending a bot to Vexa', () => {
  it('makes a plan with our bot id and turns it into a bot, known by meeting and connection', async () => {
    const result = await recorder.send(anOrder({ language: 'NL-nl' }));

    expect(result).toEqual({ outcome: 'accepted', externalId: '1', otherIds: ['connection-1'] });
    expect(server.meetings).toMatchObject([
      {
        data: { title: BOT_ID },
        order: {
          meeting_url: 'https://meet.google.com/abc-defg-hij',
          bot_name: 'Notetaker',
          recording_enabled: true,
          transcribe_enabled: true,
          automatic_leave: { max_wait_for_admission: 600_000 },
          language: 'nl',
        },
      },
    ]);
  });

  it('leaves the language to Vexa for auto and multi', async () => {
    await sent({ language: 'auto' });

    expect(server.meetings[0]?.order).not.toHaveProperty('language');
  });

  it('once more finds the bot and creates no second', async () => {
    const [first, second] = [await sent(), await sent()];

    expect([second, server.meetings.length]).toEqual([first, 1]);
  });

  it.each([
    ['plan', 'cut after'],
    ['bot', 'cut before'],
  ] as const)(
    'that ends at the %s (%s) is unreachable, is not found, and goes on with the same plan',
    async (on, fault) => {
      server.strikes({ on, fault } as Parameters<VexaServer['strikes']>[0]);

      await expect(recorder.send(anOrder())).rejects.toThrow(RecorderUnreachable);
      expect(await recorder.find(anOrder())).toBeUndefined();
      expect((await sent()).externalId).toBe('1');
    },
  );

  it('whose answer is lost is unreachable, and the bot is found', async () => {
    server.strikes({ on: 'bot', fault: 'cut after' });

    await expect(recorder.send(anOrder())).rejects.toThrow(RecorderUnreachable);
    expect(await recorder.find(anOrder())).toEqual({ externalId: '1', otherIds: [] });
  });

  it('that Vexa could not launch is unreachable, and the failed bot is found', async () => {
    server.strikes({ on: 'bot', fault: 'spawn failed' });

    await expect(recorder.send(anOrder())).rejects.toThrow(RecorderUnreachable);
    const found = await recorder.find(anOrder());
    expect(await recorder.observe({ botId: BOT_ID, externalId: found?.externalId ?? '' })).toMatchObject({
      state: 'failed',
      failure: 'crashed',
    });
  });

  it.each(['text 500', 'user throttled', 'address throttled', 'cut', 'silence'] as const)(
    'is unreachable at %s',
    async (fault) => {
      server.strikes({ on: 'any', fault });

      const asked = made(server.key, fault === 'silence' ? 500 : undefined);
      await expect(asked.send(anOrder())).rejects.toThrow(RecorderUnreachable);
    },
  );

  it('to a Vexa that is full is refused, and leaves no plan that blocks the link', async () => {
    server.strikes({ on: 'bot', fault: 'full' });

    expect(await recorder.send(anOrder())).toMatchObject({
      outcome: 'refused',
      refusal: 'full',
      nativeCode: 'http_429',
    });
    expect(server.meetings).toEqual([]);
  });

  it('to a call where a bot of the same Vexa user is, is refused', async () => {
    await sent({ botId: OTHER_BOT });

    expect(await recorder.send(anOrder())).toMatchObject({
      outcome: 'refused',
      refusal: 'full',
      nativeCode: 'http_409',
    });
  });

  it('takes the place of a plan that was left behind, and not of a young one', async () => {
    server.strikes({ on: 'bot', fault: 'cut before' });
    await recorder.send(anOrder({ botId: OTHER_BOT })).catch(() => undefined);

    now = later(now, 9 * MINUTE_MS);
    expect(await recorder.send(anOrder())).toMatchObject({ refusal: 'full' });
    now = later(now, 2 * MINUTE_MS);
    expect(await recorder.send(anOrder())).toMatchObject({ outcome: 'accepted' });
  });

  it('records without a transcript where Vexa has no speech service', async () => {
    await server.close();
    await begin({ hasSpeechService: false });
    const bot = await sent();

    expect(server.meetings[0]?.order).toMatchObject({ transcribe_enabled: false, recording_enabled: true });
    expect(await recorder.transcript(bot)).toBeUndefined();
  });

  it('with a link of another service is refused', async () => {
    const refused = await recorder.send(anOrder({ meetingUrl: 'https://call.example.com/1' }));

    expect(refused).toMatchObject({ refusal: 'invalid_link', nativeCode: 'http_422' });
  });

  it('with a key that was revoked is refused', async () => {
    expect(await made('old-key').send(anOrder())).toMatchObject({ refusal: 'rejected', nativeCode: 'http_401' });
  });
});

describe('finding a bot at Vexa', () => {
  it('reads older pages, up to two days back', async () => {
    await recorded();
    for (let call = 0; call < 150; call += 1) {
      const code = `${LETTERS[call % 26]}${LETTERS[Math.floor(call / 26)]}a-bbbb-ccc`;
      await sent({ botId: OTHER_BOT, meetingUrl: `https://meet.google.com/${code}` });
    }
    const found = await recorder.find(anOrder());
    now = later(now, 49 * HOUR_MS);
    for (let call = 0; call < 100; call += 1) {
      const code = `${LETTERS[call % 26]}${LETTERS[Math.floor(call / 26)]}z-bbbb-ccc`;
      await sent({ botId: OTHER_BOT, meetingUrl: `https://meet.google.com/${code}` });
    }
    now = later(now, 49 * HOUR_MS);

    expect([found?.externalId, await recorder.find(anOrder())]).toEqual(['1', undefined]);
  });
});

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

describe('observing a bot at Vexa', () => {
  it('follows it from the lobby to its file', async () => {
    const bot = await sent();
    const states = [await recorder.observe(bot)];
    for (const step of ['joining', 'awaiting_admission', 'needs_help', 'active', 'completed']) {
      server.happens(bot.externalId, step);
      states.push(await recorder.observe(bot));
    }
    server.uploads(bot.externalId, Buffer.from('sound'), { isLast: false });
    states.push(await recorder.observe(bot));
    server.uploads(bot.externalId, Buffer.from('sound'), { isLast: true });
    states.push(await recorder.observe(bot));

    expect(
      states.map((seen) => seen && [seen.state, 'files' in seen ? (seen.files?.length ?? null) : undefined]),
    ).toEqual([
      ['joining', undefined],
      ['joining', undefined],
      ['lobby', undefined],
      ['lobby', undefined],
      ['recording', undefined],
      ['ended', null],
      ['ended', null],
      ['ended', 1],
    ]);
  });

  it('is undefined for a bot that Vexa does not know', async () => {
    expect(await recorder.observe({ botId: BOT_ID, externalId: '77' })).toBeUndefined();
  });

  it.each(['text 500', 'user throttled', 'cut'] as const)('is unreachable at %s', async (fault) => {
    const bot = await sent();
    server.strikes({ on: 'any', fault });

    await expect(recorder.observe(bot)).rejects.toThrow(RecorderUnreachable);
  });
});

describe('leaving a call at Vexa', () => {
  it('may be repeated, also when the bot is unknown', async () => {
    const bot = await sent();
    await recorder.leave(bot);
    await recorder.leave(bot);
    await recorder.leave({ botId: BOT_ID, externalId: '77' });

    expect(server.meetings[0]?.data).toMatchObject({ stop_requested: true });
  });

  it('of a bot that has left does not stop the next one in the same room', async () => {
    const first = await recorded();
    await sent({ botId: OTHER_BOT });
    await recorder.leave(first);

    expect(paths()).not.toContain('DELETE /bots/google_meet/abc-defg-hij');
  });

  it('names the room of a Teams link', async () => {
    const bot = await sent({ meetingUrl: 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0' });
    await recorder.leave(bot);

    expect(server.meetings[0]?.data).toMatchObject({ stop_requested: true });
  });
});

describe('deleting what Vexa has', () => {
  it('may be repeated', async () => {
    const bot = await recorded();
    await recorder.deleteData(bot);
    await recorder.deleteData(bot);

    expect(await recorder.observe(bot)).toMatchObject({ state: 'failed', nativeCode: 'artifact_deletion' });
  });

  it('fails while the bot is in the call, so that it is asked for again', async () => {
    await expect(recorder.deleteData(await sent())).rejects.toThrow(RecorderUnreachable);
  });

  it('by a cancellation makes the bot leave first, and deletes once it has left', async () => {
    const bot = await sent();
    await recorder.cancel(bot);
    const left = server.meetings[0]?.data.stop_requested;
    server.happens(bot.externalId, 'failed', { reason: 'stopped', stage: 'requested' });
    await recorder.cancel(bot);

    expect([left, server.meetings[0]?.data]).toEqual([
      true,
      expect.objectContaining({ artifact_deletion: expect.anything() }),
    ]);
  });
});

describe('a recording of Vexa', () => {
  const file = { name: 'audio.webm', kind: 'audio', contentType: 'audio/webm', sizeBytes: null } as const;
  const open = (bot: { botId: BotId; externalId: string }, firstByte: number, lastByte: number | null) =>
    recorder.openMedia(bot, file, { firstByte, lastByte, etag: null });

  it('is opened range by range, with the API key', async () => {
    const { stream, ...rest } = await open(await recorded(), 3, 5);

    expect({ ...rest, text: await text(stream) }).toEqual({ firstByte: 3, totalBytes: 10, etag: null, text: '345' });
    expect(server.requests.at(-1)?.headers).toMatchObject({ 'x-api-key': server.key, range: 'bytes=3-5' });
  });

  it('is gone when it was deleted', async () => {
    const bot = await recorded();
    await recorder.deleteData(bot);

    await expect(open(bot, 0, null)).rejects.toThrow(MediaGone);
  });
});

describe('a transcript of Vexa', () => {
  const segment = (speaker: string, start: number, words: string, completed = true) => ({
    segment_id: `s:${start}`,
    speaker,
    text: words,
    start,
    end: start + 1.25,
    language: 'en',
    completed,
  });
  const read = async (segments: readonly object[], data: object = {}) => {
    const bot = await recorded();
    const meeting = server.meetings[0];
    if (meeting) Object.assign(meeting, { segments, data: { ...meeting.data, ...data } });
    return recorder.transcript(bot);
  };

  it('has the speakers and the language of its segments, and no words', async () => {
    expect(await read([segment('Ada', 0.5, 'Hello'), segment('', 2, 'Who is it?'), segment('Ada', 4, 'Me')])).toEqual({
      status: 'done',
      transcript: {
        language: 'en',
        speakers: [{ id: 'spk_1', name: 'Ada' }],
        segments: [
          { id: 'seg_1', speakerId: 'spk_1', start: 0.5, end: 1.75, text: 'Hello', confidence: null, words: [] },
          { id: 'seg_2', speakerId: null, start: 2, end: 3.25, text: 'Who is it?', confidence: null, words: [] },
          { id: 'seg_3', speakerId: 'spk_1', start: 4, end: 5.25, text: 'Me', confidence: null, words: [] },
        ],
      },
    });
  });

  it('is not complete while a segment may change, for two minutes', async () => {
    const first = await read([segment('Ada', 0, 'Hel', false)]);
    now = later(now, 3 * MINUTE_MS);
    const second = await recorder.transcript({ botId: BOT_ID, externalId: '1' });

    expect([first?.status, second?.status]).toEqual(['running', 'done']);
  });

  it('has failed when the speech service did and nothing was recognized', async () => {
    const bot = await read([], { stt_fault: { code: 'unauthorized' } });
    now = later(now, 3 * MINUTE_MS);

    expect([bot?.status, (await recorder.transcript({ botId: BOT_ID, externalId: '1' }))?.status]).toEqual([
      'running',
      'failed',
    ]);
  });

  it('is empty for a silent call', async () => {
    await read([]);
    now = later(now, 3 * MINUTE_MS);

    expect(await recorder.transcript({ botId: BOT_ID, externalId: '1' })).toMatchObject({
      status: 'done',
      transcript: { segments: [] },
    });
  });

  it('is undefined once its data was deleted', async () => {
    const bot = await recorded();
    await recorder.deleteData(bot);

    expect(await recorder.transcript(bot)).toBeUndefined();
  });
});

it('the webhook secret in the answer to a new bot is in no result and no error', async () => {
  const accepted = await recorder.send(anOrder());
  server.strikes({ on: 'any', fault: 'text 500' });
  const error = await recorder.observe({ botId: BOT_ID, externalId: '1' }).catch((thrown: unknown) => thrown);

  expect(JSON.stringify([accepted, String(error), (error as Error).cause])).not.toMatch(/whsec|vxa_bot_key/);
});
