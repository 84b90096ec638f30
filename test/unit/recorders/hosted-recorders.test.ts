import fc from 'fast-check';
import { meetingBaas } from '#shared/capture/recorders/meeting-baas/mbaas-recorder';
import { recall } from '#shared/capture/recorders/recall/recall-recorder';
import type { BotId } from '#shared/foundation/core/ids';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import {
  InvalidRecorderAnswer,
  MediaGone,
  type RecorderAdapter,
  RecorderUnreachable,
} from '#shared/meetings/recorders/ports';
import type { Fault, HostedRecorder } from '#test/doubles/recorders/hosted-recorder';
import { aMeetingBaas } from '#test/doubles/recorders/meeting-baas/a-meeting-baas';
import { aRecall } from '#test/doubles/recorders/recall/a-recall';
import { describe, expect, it } from '#test/support/jest';
import { aTestClock, noon } from './a-test-clock.ts';
import { anOrder, BOT_ID, LINK } from './an-order.ts';

interface Kind {
  readonly adapter: RecorderAdapter;
  readonly serve: typeof aRecall | typeof aMeetingBaas;
  readonly transcript: unknown;
}

const KINDS: readonly (readonly [string, Kind])[] = [
  [
    'Recall.ai',
    {
      adapter: recall,
      serve: aRecall,
      transcript: [
        {
          participant: { id: 100, name: 'Ada' },
          words: [{ text: 'Hello.', start_timestamp: { relative: 1 }, end_timestamp: { relative: 1.5 } }],
        },
      ],
    },
  ],
  [
    'Meeting BaaS',
    {
      adapter: meetingBaas,
      serve: aMeetingBaas,
      transcript: {
        result: {
          utterances: [
            { text: 'Hello.', start: 1, end: 1.5, speaker: 'Ada', words: [{ word: 'Hello.', start: 1, end: 1.5 }] },
          ],
        },
      },
    },
  ],
];

function aRecorder({ adapter, serve }: Kind, { hookUrl = null as string | null, apiKey = '' } = {}) {
  const clock = aTestClock();
  const server: HostedRecorder = serve({ clock });
  const { baseUrl, webhookSecret } = server;
  const configuration = { name: 'eu', baseUrl, apiKey: apiKey || server.apiKey, webhookSecret, hookUrl };
  return { server, clock, recorder: adapter.make(configuration, { fetch: server.fetch, clock }) };
}

async function aSentBot(kind: Kind, order = anOrder()) {
  const made = aRecorder(kind);
  const sent = await made.recorder.send(order);
  if (sent.outcome !== 'accepted') throw new Error(sent.detail);
  return { ...made, bot: { botId: order.botId, externalId: sent.externalId } };
}

async function aRecordedBot(kind: Kind) {
  const made = await aSentBot(kind);
  const { server, clock, bot } = made;
  server.report(bot.externalId, 'in_call_recording');
  clock.pass(30 * MINUTE_MS);
  server.finish(bot.externalId, { video: bytesOf('0123456789'), audio: bytesOf('audio'), transcript: kind.transcript });
  return made;
}

/** Of the right shape, with any values: moments and codes may be anything. */
function aResponseLike({ adapter }: Kind): fc.Arbitrary<unknown> {
  const text = fc.option(fc.oneof(fc.string(), fc.constantFrom('done', 'failed', '2026-11-23T12:00:00Z', '')));
  const code = fc.constantFrom('in_call_recording', 'call_ended', 'done', 'fatal', 'completed', 'failed', 'new');
  const media = fc.option(fc.record({ status: fc.record({ code: text }), data: fc.record({ download_url: text }) }));
  const shortcuts = fc.record({ video_mixed: media, audio_mixed: media, transcript: media });
  const recording = fc.record({ id: fc.string(), started_at: text, completed_at: text, media_shortcuts: shortcuts });
  const change = fc.record({ code, sub_code: text, created_at: fc.string() });
  if (adapter === recall)
    return fc.record({ id: fc.string(), status_changes: fc.array(change), recordings: fc.array(recording) });
  const times = { created_at: text, joined_at: text, exited_at: text };
  return fc.record({ data: fc.record({ bot_id: fc.string(), status: code, ...times, video: text, error_code: text }) });
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const textIn = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text();
const WHOLE = { firstByte: 0, lastByte: null, etag: null };
const VIDEO = { name: 'video.mp4', kind: 'video', contentType: 'video/mp4', sizeBytes: null } as const;

const BROKEN: Fault = { type: 'no answer', done: false };
const LOST: Fault = { type: 'no answer', done: true };

describe.each(KINDS)('a recorder at %s', (_name, kind) => {
  it('sends a bot with our id, and finds it by that id', async () => {
    const { server, recorder, bot } = await aSentBot(kind);

    expect(server.bots).toEqual([{ id: bot.externalId, botId: BOT_ID }]);
    expect(await recorder.find(anOrder())).toEqual({ externalId: bot.externalId, otherIds: [] });
    expect(await recorder.find(anOrder({ botId: 'bot_01jdcz8r9yf6tv4n3xk2m5q7wb' as BotId }))).toBeUndefined();
  });

  it('finds the bot of a request whose response was lost', async () => {
    const { server, recorder } = aRecorder(kind);
    server.failNext(LOST);

    await expect(recorder.send(anOrder())).rejects.toThrow(RecorderUnreachable);

    expect(await recorder.find(anOrder())).toEqual({ externalId: server.bots[0]?.id, otherIds: [] });
  });

  it('prefers a bot that is not over when there are two with our id', async () => {
    const { server, clock, recorder, bot } = await aSentBot(kind);
    server.report(bot.externalId, kind.adapter === recall ? 'fatal' : 'failed');
    clock.pass(2 * MINUTE_MS);
    const second = await recorder.send(anOrder());

    expect(await recorder.find(anOrder())).toEqual({
      externalId: second.outcome === 'accepted' && second.externalId,
      otherIds: [],
    });
  });

  it('is refused for a link that leads to no platform', async () => {
    const { server, recorder } = aRecorder(kind);
    const result = await recorder.send(anOrder({ meetingUrl: 'https://example.org/call' }));

    expect(result).toMatchObject({ outcome: 'refused', refusal: 'invalid_link' });
    expect(server.bots).toEqual([]);
  });

  it.each([
    [400, 'unsupported'],
    [401, 'rejected'],
    [402, 'rejected'],
    [403, 'rejected'],
    [404, 'unsupported'],
    [422, 'unsupported'],
  ])('is refused by a response %d as %s, and repeats no text of it', async (status, refusal) => {
    const { server, recorder } = aRecorder(kind);
    server.failNext({ type: 'status', status, body: { code: `no code: ${LINK}`, detail: LINK, message: LINK } });

    const result = await recorder.send(anOrder());

    expect(result).toMatchObject({ outcome: 'refused', refusal, nativeCode: `http_${status}` });
    expect(JSON.stringify(result)).not.toContain('meet.google.com');
  });

  it('is rejected with a wrong API key', async () => {
    const { recorder } = aRecorder(kind, { apiKey: 'wrong' });

    expect(await recorder.send(anOrder())).toMatchObject({ outcome: 'refused', refusal: 'rejected' });
    await expect(recorder.find(anOrder())).rejects.toThrow(InvalidRecorderAnswer);
  });

  it.each<readonly [string, Fault]>([
    ['429', { type: 'status', status: 429, retryAfterSeconds: 7 }],
    ['500', { type: 'status', status: 500 }],
    ['502', { type: 'status', status: 502 }],
    ['503', { type: 'status', status: 503 }],
    ['a broken connection', BROKEN],
  ])('is unreachable for every call after %s', async (_case, fault) => {
    const { server, recorder, bot } = await aSentBot(kind);
    const calls = [
      () => recorder.send(anOrder()),
      () => recorder.find(anOrder()),
      () => recorder.observe(bot),
      () => recorder.leave(bot),
      () => recorder.cancel(bot),
      () => recorder.deleteData(bot),
      () => recorder.transcript(bot),
      () => recorder.speakerTimeline(bot),
      () => recorder.openMedia(bot, VIDEO, WHOLE),
    ];

    for (const call of calls) {
      server.failNext(fault);
      await expect(call()).rejects.toThrow(RecorderUnreachable);
    }
  });

  it('reports a response that it cannot read', async () => {
    const { server, recorder, bot } = await aSentBot(kind);
    server.failNext({ type: 'page' });

    await expect(recorder.observe(bot)).rejects.toThrow(InvalidRecorderAnswer);
  });

  it('answers any JSON with an observation or with the error for a response that it cannot read', async () => {
    const { server, recorder, bot } = await aSentBot(kind);
    const responses = fc.oneof(fc.jsonValue(), aResponseLike(kind));

    await fc.assert(
      fc.asyncProperty(responses, async (body) => {
        server.failNext({ type: 'status', status: 200, body });
        const seen = await recorder.observe(bot).catch((error: unknown) => error);
        if (!(seen instanceof InvalidRecorderAnswer)) expect(seen).toMatchObject({ state: expect.any(String) });
      }),
    );
  });

  it('takes any body of a webhook without an error', () => {
    const { recorder } = aRecorder(kind);

    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (rawBody) => {
        const hint = recorder.verifyHint({ headers: {}, rawBody, hasToken: true, now: noon });
        expect(hint === 'forged' || typeof hint === 'object').toBe(true);
      }),
    );
  });

  it('sends its API key to the API alone, and no error holds it', async () => {
    const { server, recorder, bot } = await aRecordedBot(kind);
    await recorder.transcript(bot);
    await recorder.openMedia(bot, VIDEO, WHOLE);

    const toMedia = server.requests.filter(({ path }) => path.includes('X-Amz-Signature'));
    expect(toMedia).toHaveLength(2);
    expect(toMedia.flatMap(({ headers }) => [...headers.values()]).join()).not.toContain(server.apiKey);
    server.failNext(BROKEN);
    const error = await recorder.observe(bot).catch((thrown: unknown) => thrown);
    expect(JSON.stringify([String(error), error])).not.toContain(server.apiKey);
  });

  it('observes a call from the request to its recording', async () => {
    const { server, clock, recorder, bot } = await aSentBot(kind);
    const seen = [await recorder.observe(bot)];
    for (const code of ['in_waiting_room', 'in_call_not_recording', 'in_call_recording', 'call_ended']) {
      clock.pass(MINUTE_MS);
      server.report(bot.externalId, code);
      seen.push(await recorder.observe(bot));
    }
    server.finish(bot.externalId, { video: null, audio: bytesOf('audio'), transcript: null });
    seen.push(await recorder.observe(bot));

    expect(seen.map((one) => one?.state)).toEqual(['joining', 'lobby', 'in_call_idle', 'recording', 'ended', 'ended']);
    expect(seen.at(-1)).toMatchObject({ files: [{ kind: 'audio' }] });
  });

  it('does not know a bot that the recorder does not have', async () => {
    const { recorder } = aRecorder(kind);
    const unknown = { botId: BOT_ID, externalId: 'gone/../../else' };

    expect(await recorder.observe(unknown)).toBeUndefined();
    expect(await recorder.transcript(unknown)).toBeUndefined();
    await recorder.leave(unknown);
    await recorder.cancel(unknown);
    await recorder.deleteData(unknown);
  });

  it('takes a bot out of the call, and again without an error', async () => {
    const { server, recorder, bot } = await aSentBot(kind);
    server.report(bot.externalId, 'in_call_recording');

    await recorder.leave(bot);
    expect(await recorder.observe(bot)).toMatchObject({ state: 'ended', files: null });
    server.finish(bot.externalId, { video: null, audio: bytesOf('audio'), transcript: null });
    await recorder.leave(bot);
    expect(await recorder.observe(bot)).toMatchObject({ state: 'ended', files: [{ kind: 'audio' }] });
  });

  it('cancels a bot in two steps while it is leaving: out of the call, then its data', async () => {
    const { server, recorder, bot } = await aSentBot(kind);
    server.report(bot.externalId, 'in_call_recording');

    await expect(recorder.cancel(bot)).rejects.toThrow(RecorderUnreachable);
    server.finish(bot.externalId, { video: bytesOf('v'), audio: bytesOf('a'), transcript: null });
    await recorder.cancel(bot);
    await recorder.cancel(bot);

    expect(await recorder.observe(bot)).toMatchObject({ state: 'failed', failure: 'no_media' });
  });

  it('opens any range of a file, with its length and entity tag', async () => {
    const { recorder, bot } = await aRecordedBot(kind);

    const middle = await recorder.openMedia(bot, VIDEO, { firstByte: 3, lastByte: 5, etag: null });
    const rest = await recorder.openMedia(bot, VIDEO, { firstByte: 6, lastByte: null, etag: middle.etag });

    expect([middle.firstByte, middle.totalBytes, await textIn(middle.stream)]).toEqual([3, 10, '345']);
    expect([rest.firstByte, await textIn(rest.stream)]).toEqual([6, '6789']);
  });

  it('opens a file that has changed since from its first byte', async () => {
    const { server, recorder, bot } = await aRecordedBot(kind);
    const first = await recorder.openMedia(bot, VIDEO, { firstByte: 0, lastByte: 3, etag: null });
    server.finish(bot.externalId, { video: bytesOf('abcdef'), audio: null, transcript: kind.transcript });

    const next = await recorder.openMedia(bot, VIDEO, { firstByte: 4, lastByte: 5, etag: first.etag });

    expect([next.firstByte, next.totalBytes, await textIn(next.stream)]).toEqual([0, 6, 'abcdef']);
  });

  it('fetches a link that has expired anew, once', async () => {
    const { server, recorder, bot } = await aRecordedBot(kind);
    const linksOpened = () => server.requests.filter(({ path }) => path.includes('X-Amz-Signature')).length;

    server.expireLinksOfNext(1);
    const opened = await recorder.openMedia(bot, VIDEO, WHOLE);
    expect(await textIn(opened.stream)).toBe('0123456789');
    expect(linksOpened()).toBe(2);

    server.expireLinksOfNext(2);
    await expect(recorder.openMedia(bot, VIDEO, WHOLE)).rejects.toThrow(RecorderUnreachable);
    expect(linksOpened()).toBe(4);
  });

  it.each(['done', 'file:///etc/passwd', 'data:,secret'])(
    'follows no link that is none of the web: %s',
    async (link) => {
      const { server, recorder, bot } = await aRecordedBot(kind);
      const media = { status: { code: 'done' }, data: { download_url: link } };
      const recording = { id: '1', media_shortcuts: { video_mixed: media, audio_mixed: null, transcript: media } };
      const details = { bot_id: bot.externalId, status: 'completed', video: link, transcription: link };
      const body = { id: bot.externalId, recordings: [recording], data: details };

      for (const call of [() => recorder.openMedia(bot, VIDEO, WHOLE), () => recorder.transcript(bot)]) {
        server.failNext({ type: 'status', status: 200, body });
        await expect(call()).rejects.toThrow(new InvalidRecorderAnswer('The recorder gave a link that leads nowhere.'));
      }
    },
  );

  it('says that a file is gone once its data are deleted, and deletes them again without an error', async () => {
    const { recorder, bot } = await aRecordedBot(kind);
    await recorder.deleteData(bot);
    await recorder.deleteData(bot);

    await expect(recorder.openMedia(bot, VIDEO, WHOLE)).rejects.toThrow(MediaGone);
  });

  it('reads the transcript with speakers and words', async () => {
    const { recorder, bot } = await aRecordedBot(kind);

    expect(await recorder.transcript(bot)).toEqual({
      status: 'done',
      transcript: {
        language: null,
        speakers: [{ id: 'spk_1', name: 'Ada' }],
        segments: [
          {
            id: 'seg_1',
            speakerId: 'spk_1',
            start: 1,
            end: 1.5,
            text: 'Hello.',
            confidence: null,
            words: [{ text: 'Hello.', start: 1, end: 1.5, confidence: null }],
          },
        ],
      },
    });
  });

  it('says who spoke when, as far as it saw it', async () => {
    const { server, recorder, bot } = await aRecordedBot(kind);
    expect(await recorder.speakerTimeline(bot)).toBeUndefined();

    const turns = [
      ['Ada', 0.5, 5.2],
      ['Ben', 5.3, null],
    ] as const;
    server.finish(bot.externalId, { video: null, audio: bytesOf('audio'), transcript: null, turns });

    const timeline = (await recorder.speakerTimeline(bot)) ?? [];
    expect(timeline).toMatchObject([
      { speakerName: 'Ada', start: 0.5, end: 5.2 },
      { speakerName: 'Ben', start: 5.3 },
    ]);
    expect(timeline[1]?.end).toBeGreaterThan(60);
    expect(new Set(timeline.map(({ speakerKey }) => speakerKey)).size).toBe(2);
  });

  it.each(['not JSON', '[{}', '{"speaker":1}'])('cannot read a timeline that is %s', async (text) => {
    const { server, recorder, bot } = await aRecordedBot(kind);
    server.finish(bot.externalId, { video: null, audio: bytesOf('a'), transcript: null, turns: [['Ada', 0, 1]] });
    const { fetch } = server;
    const broken: typeof fetch = async (request) =>
      request.url.includes('turns') ? new Response(text) : fetch(request);
    const { baseUrl, apiKey } = server;
    const configuration = { name: 'eu', baseUrl, apiKey, webhookSecret: null, hookUrl: null };
    const other = kind.adapter.make(configuration, { fetch: broken, clock: aTestClock() });

    await expect(other.speakerTimeline(bot)).rejects.toThrow(InvalidRecorderAnswer);
    expect(await recorder.speakerTimeline({ ...bot, externalId: 'gone' })).toBeUndefined();
  });

  it('waits for a transcript in work, and fails without one', async () => {
    const { server, recorder, bot } = await aSentBot(kind);
    server.report(bot.externalId, 'in_call_recording');
    expect(await recorder.transcript(bot)).toEqual({ status: 'running', lookAgainAt: later(noon, 30_000) });

    server.finish(bot.externalId, { video: null, audio: bytesOf('audio'), transcript: null });
    expect([undefined, 'failed']).toContain((await recorder.transcript(bot))?.status);
  });

  it('takes its webhook for one bot, once or twice, and a forged one for none', async () => {
    const { server, clock, recorder, bot } = await aSentBot(kind);
    const hint = { ...server.webhook(bot.externalId), hasToken: true, now: clock.now() };

    const expected = { botId: BOT_ID, externalId: bot.externalId };
    expect(recorder.verifyHint(hint)).toEqual(expected);
    expect(recorder.verifyHint(hint)).toEqual(expected);
    expect(recorder.verifyHint({ ...hint, rawBody: `${hint.rawBody} ` })).toBe('forged');
    expect(recorder.verifyHint({ ...hint, now: later(hint.now, 6 * MINUTE_MS) })).toBe('forged');
    expect(recorder.verifyHint({ ...hint, headers: {}, hasToken: false })).toBe('forged');
  });

  it.each(['', '[]', '{"data":null}', '{"event":"calendar.update","data":{"calendar_id":"1"}}', '<html>'])(
    'takes a webhook for one about no bot: %s',
    (rawBody) => {
      const { server, clock } = aRecorder(kind);
      const { baseUrl, apiKey } = server;
      const configuration = { name: 'eu', baseUrl, apiKey, webhookSecret: null, hookUrl: null };
      const recorder = kind.adapter.make(configuration, { fetch: server.fetch, clock });

      expect(recorder.verifyHint({ headers: {}, rawBody, hasToken: true, now: noon })).toEqual({});
      expect(recorder.verifyHint({ headers: {}, rawBody, hasToken: false, now: noon })).toBe('forged');
    },
  );
});
