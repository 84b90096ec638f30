import type { LimitOverrides } from '#shared/foundation/core/limits';
import { useFactory } from '#shared/foundation/core/uses';
import { getResultsContract as contract } from '#shared/meetings/meetings/contract';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { transcriptKey } from '#shared/meetings/results/ports';
import { aTextOfShortWords, LONG_TEXT, ONE_READING } from '#test/support/a-long-text';
import { aWorld } from '#test/support/api';
import { botWorkers } from '#test/support/bot-workers';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it, jest } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';
import { aMeetingWorld, HOUR } from './meeting-world.ts';

async function aMeetingThatWas(code: 'good' | 'mute' | 'noai' | 'lobb', limits: LimitOverrides = {}) {
  const context = await aMeetingWorld(aWorld({ useOf: useFactory(limits) }));
  const bot = await context.aBot({ meeting_url: `https://meet.google.com/xyz-${code}-xyz` });
  await botWorkers(context.world).untilQuiet(bot.id);
  const results = (query = '', key = context.owner.key) =>
    context.call('GET', `/meetings/${bot.meeting_id}/results${query}`, { key });
  return { ...context, bot, results };
}

describe('GET /meetings/{id}/results', () => {
  it('200: a meeting without results', async () => {
    const { call, owner, aMeeting } = await aMeetingWorld();
    const id = await aMeeting(HOUR);

    const body = expectSuccess(contract, await call('GET', `/meetings/${id}/results`, { key: owner.key }), 200);

    expect(body).toEqual({
      object: 'meeting_results',
      meeting_id: id,
      status: 'none',
      speakers: [],
      transcript: {
        status: 'none',
        outcome: null,
        language: null,
        conversation_id: null,
        started_at: null,
        url: null,
        url_expires_at: null,
        segments: [],
      },
      summary: {
        status: 'none',
        engine: null,
        language: null,
        template: null,
        title: null,
        markdown: null,
        sections: [],
        action_items: [],
      },
      media: { status: 'none', duration_seconds: null, files: [] },
      removed_at: null,
    });
  });

  it('200: transcript, summary and media of a recording; words only with include=words', async () => {
    const { results, bot, world } = await aMeetingThatWas('good');

    const body = expectSuccess(contract, await results(), 200);

    expect(body.status).toBe('ready');
    expect(body.transcript.segments.length).toBeGreaterThan(0);
    for (const segment of body.transcript.segments) expect(segment).not.toHaveProperty('words');
    const inAnHour = new Date(world.clock.now() + HOUR).toISOString();
    expect(body.transcript).toMatchObject({ url: expect.any(String), url_expires_at: inAnHour });
    for (const file of body.media.files) expect(file).toMatchObject({ bot_id: bot.id, expires_at: inAnHour });
    const withWords = expectSuccess(contract, await results('?include=words'), 200);
    expect(withWords.transcript.segments[0].words.length).toBeGreaterThan(0);
  });

  it('200: the same statuses as on the meeting', async () => {
    const { results, call, bot, owner } = await aMeetingThatWas('good');

    const [full, { body }] = [
      expectSuccess(contract, await results(), 200),
      await call('GET', `/meetings/${bot.meeting_id}`, { key: owner.key }),
    ];

    expect(body.results).toEqual({
      status: full.status,
      transcript: {
        status: full.transcript.status,
        outcome: full.transcript.outcome,
        language: full.transcript.language,
        conversation_id: full.transcript.conversation_id,
      },
      summary: { status: full.summary.status },
      media: { status: full.media.status, duration_seconds: full.media.duration_seconds },
      removed_at: full.removed_at,
    });
  });

  it.each([
    ['mute', { status: 'none', transcript: 'ready', summary: 'none', media: 'ready' }],
    ['noai', { status: 'failed', transcript: 'failed', summary: 'none', media: 'ready' }],
    ['lobb', { status: 'none', transcript: 'none', summary: 'none', media: 'none' }],
  ] as const)('200: of a %s meeting, as far as there are any', async (code, expected) => {
    const { results } = await aMeetingThatWas(code);

    const { status, transcript, summary, media } = expectSuccess(contract, await results(), 200);

    const statuses = { transcript: transcript.status, summary: summary.status, media: media.status };
    expect({ status, ...statuses }).toEqual(expected);
    expect(transcript.segments).toEqual([]);
  });

  it.each([
    ['txt', 'text/plain; charset=utf-8', /\S/],
    ['vtt', 'text/vtt; charset=utf-8', /^WEBVTT/],
    ['srt', 'application/x-subrip; charset=utf-8', /^1\r?\n\d\d:\d\d:\d\d,\d{3} --> /],
  ])('200: the transcript alone as %s', async (format, type, beginning) => {
    const { results } = await aMeetingThatWas('good');

    const { status, headers, body } = await results(`?format=${format}`);

    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(body).toMatch(beginning);
  });

  it('200: the transcript alone as JSON', async () => {
    const { results, bot } = await aMeetingThatWas('good');

    const body = expectSuccess(contract, await results('?format=json'), 200);

    expect(body).toMatchObject({ object: 'transcript', meeting_id: bot.meeting_id });
    expect(body.segments).toEqual((await results()).body.transcript.segments);
    const withWords = expectSuccess(contract, await results('?format=json&include=words'), 200);
    expect(withWords.segments).toEqual((await results('?include=words')).body.transcript.segments);
  });

  it('200: over 4 MB the segments are left out, and the link leads to the whole transcript', async () => {
    const { results, world, owner, bot } = await aMeetingThatWas('good');
    const of = { workspaceId: owner.workspaceId, botId: bot.id };
    const line = ['Ada', 'x'.repeat(45_000)] as const;
    const long = aTranscript(Array.from({ length: 100 }, () => line));
    await resultsInFiles(world.files).saveTranscript(of, long);

    const whole = expectSuccess(contract, await results(), 200);
    const alone = expectSuccess(contract, await results('?format=json'), 200);

    expect(whole.transcript).toEqual(expect.not.objectContaining({ segments: expect.anything() }));
    expect(alone).toEqual(expect.not.objectContaining({ segments: expect.anything() }));
    expect(alone.url).toContain(transcriptKey(of));
    expect(alone).toMatchObject({ language: 'en', url: whole.transcript.url });
    expect(alone.url_expires_at).toBe(whole.transcript.url_expires_at);
  });

  it('200: the segments are left out below 4 MB too, where their quotes make a response of more than 6 MB', async () => {
    const { results, world, owner, bot } = await aMeetingThatWas('good');
    const of = { workspaceId: owner.workspaceId, botId: bot.id };
    const line = ['Ada', '"'.repeat(9_000)] as const;
    await resultsInFiles(world.files).saveTranscript(of, aTranscript(Array.from({ length: 200 }, () => line)));

    const whole = expectSuccess(contract, await results(), 200);

    expect(whole.transcript).toEqual(expect.not.objectContaining({ segments: expect.anything() }));
    expect(whole.transcript.url).toContain(transcriptKey(of));
  });

  it('200: with words, segments over 4 MB are left out unread, and counted by no limit', async () => {
    const { results, world, owner, bot } = await aMeetingThatWas('good', { content_bytes: 0 });
    const of = { workspaceId: owner.workspaceId, botId: bot.id };
    await resultsInFiles(world.files).saveTranscript(of, aTextOfShortWords(80_000));
    const reading = jest.spyOn(world.files, 'get');

    const alone = expectSuccess(contract, await results('?format=json&include=words'), 200);

    expect(alone).toEqual({
      ...{ object: 'transcript', meeting_id: bot.meeting_id, language: 'en' },
      speakers: [{ id: 'spk_1', name: 'Ada' }],
      ...{ url: expect.stringContaining(transcriptKey(of)), url_expires_at: expect.any(String) },
    });
    const reads = reading.mock.results.map(({ value }) => value as ReturnType<typeof world.files.get>);
    const read = await Promise.all(reads);
    expect(Math.max(...read.map((bytes) => bytes?.length ?? 0))).toBeLessThan(300_000);
    expect(expectError(contract, await results('?include=words'), 429)).toEqual(['rate_limited']);
  });

  it('200: the same of results with words, in which the speakers have their times', async () => {
    const { results, world, owner, bot } = await aMeetingThatWas('good');
    const of = { workspaceId: owner.workspaceId, botId: bot.id };
    await resultsInFiles(world.files).saveTranscript(of, aTextOfShortWords(80_000));

    const withWords = expectSuccess(contract, await results('?include=words'), 200);
    const without = expectSuccess(contract, await results(), 200);

    const { segments, ...transcript } = without.transcript;
    expect(segments).toHaveLength(800);
    expect(withWords).toEqual({ ...without, transcript });
    expect(withWords.speakers).toMatchObject([{ name: 'Ada', talk_seconds: 80_000 }]);
  });

  it('200: the transcript alone with words up to 4 MB, which is no smaller than its file', async () => {
    const { results, world, owner, bot } = await aMeetingThatWas('good');
    const of = { workspaceId: owner.workspaceId, botId: bot.id };
    await resultsInFiles(world.files).saveTranscript(of, aTextOfShortWords(60_000));

    const alone = expectSuccess(contract, await results('?format=json&include=words'), 200);

    const stored = world.files.files.get(transcriptKey(of));
    expect(alone.segments).toEqual(JSON.parse(Buffer.from(stored ?? []).toString()).segments);
    expect(stored?.length).toBeGreaterThan(3_000_000);
    expect(Buffer.byteLength(JSON.stringify(alone))).toBeGreaterThan(stored?.length ?? 0);
  });

  it.each(['', '?format=json', '?format=vtt'])(
    '429: a transcript of more than 1 MB beyond the bytes of a minute: %j',
    async (query) => {
      const { results, world, owner, bot } = await aMeetingThatWas('good', { content_bytes: ONE_READING });
      const of = { workspaceId: owner.workspaceId, botId: bot.id };
      await resultsInFiles(world.files).saveTranscript(of, LONG_TEXT);

      expect((await results(query)).status).toBe(200);
      expect(expectError(contract, await results(query), 429)).toEqual(['rate_limited']);
    },
  );

  it.each(['txt', 'vtt', 'srt'])('422: %s of a transcript that no response can hold', async (format) => {
    const { results, world, owner, bot } = await aMeetingThatWas('good');
    const of = { workspaceId: owner.workspaceId, botId: bot.id };
    const line = ['Ada', 'x'.repeat(45_000)] as const;
    await resultsInFiles(world.files).saveTranscript(of, aTranscript(Array.from({ length: 130 }, () => line)));

    expect(expectError(contract, await results(`?format=${format}`), 422)).toEqual(['too_long format']);
  });

  it.each(['txt', 'vtt', 'srt', 'json'])('200: %s of a meeting without a transcript', async (format) => {
    const { results } = await aMeetingThatWas('lobb');

    expect((await results(`?format=${format}`)).status).toBe(200);
  });

  it('reads no content for a caller who is refused', async () => {
    const { results, world } = await aMeetingThatWas('good');
    const stranger = await world.anOwner('Other');
    const reading = jest.spyOn(world.files, 'get');
    const linking = jest.spyOn(world.files, 'linkTo');
    const madeUp = world.context.apiKeys.make(stranger.userId).key;

    for (const key of [stranger.key, madeUp, 'wrong'])
      for (const query of ['', '?format=txt', '?format=json&include=words'])
        expect((await results(query, key)).status).toBeGreaterThanOrEqual(401);

    expect([reading.mock.calls, linking.mock.calls]).toEqual([[], []]);
    expect((await results()).status).toBe(200);
    expect(reading).toHaveBeenCalled();
  });

  it('400: an unknown format or include', async () => {
    const { results } = await aMeetingThatWas('lobb');

    expect(expectError(contract, await results('?format=docx'), 400)).toEqual(['bad_request format']);
    expect(expectError(contract, await results('?include=video'), 400)).toEqual(['bad_request include']);
  });
});
