import { conversations } from '#functions/api/conversations/index';
import { folders } from '#functions/api/folders/index';
import { styleGuides } from '#functions/api/style-guides/index';
import type { ConversationId } from '#shared/foundation/core/ids';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { useFactory } from '#shared/foundation/core/uses';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { convertToSubtitlesContract, getConversationContract } from '#shared/texts/conversations/contract';
import { cuesOf } from '#shared/texts/subtitles/rules/convert-to-subtitles';
import { cuesAsSrt } from '#shared/texts/subtitles/rules/cues-as-srt';
import { DEFAULT_STYLE } from '#shared/texts/subtitles/rules/style';
import { subtitlesOf } from '#shared/texts/subtitles/rules/subtitles-of';
import { longTranscript } from '#test/benchmarks/long-transcript';
import { aWorld, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { failingEveryNthSave } from '#test/support/failing-saves';
import { describe, expect, it } from '#test/support/jest';
import { subscribe, webhookEventTypes } from '#test/support/subscriptions';
import { sized } from '#test/support/test-size';
import { aSegment } from '#test/support/transcripts';
import { aConversationWorld } from './a-conversation.ts';
import { anOrderConversation, TEXT } from './an-order-conversation.ts';

const UNKNOWN = 'con_00000000000000000000000000';

/** A transcribed text, and calls that convert it. */
async function aTextWorld(changes: Parameters<typeof anOrderConversation>[2] = {}, limits: LimitOverrides = {}) {
  const made = await aConversationWorld(aWorld({ useOf: useFactory(limits) }));
  const { world, owner } = made;
  const { id } = await anOrderConversation(world, owner, { kind: 'transcription', ...changes });
  const callGuides = callsTo(styleGuides(world.context));
  const convert = (one: string = id, query = '', key = owner.key, method = 'GET') =>
    made.call(method, `/conversations/${one}/convert_to_subtitles${query}`, { key });
  return {
    ...made,
    id,
    convert,
    converted: async (one: string = id, query = ''): Promise<string> => (await convert(one, query)).body.id,
    remove: (one: string, query = '') => made.call('DELETE', `/conversations/${one}${query}`, { key: owner.key }),
    subtitles: async (): Promise<readonly string[]> =>
      (await made.list('&kind=subtitles')).body.data.map((one: { id: string }) => one.id),
    guest: async () => (await world.aColleague(owner.workspaceId, 'guest')).key,
    aGuide: async (body: object = {}): Promise<string> =>
      (
        await callGuides('POST', '/style_guides', {
          key: owner.key,
          body: { workspace_id: owner.workspaceId, name: 'Broadcast', operation: 'subtitles', ...body },
        })
      ).body.id,
  };
}

describe('GET /conversations/{id}/convert_to_subtitles', () => {
  it('422: where the names of speakers make more of it than three times its source, which counts', async () => {
    const { id, owner, world, convert, aGuide, subtitles } = await aTextWorld({}, { subtitles: 2 });
    const names = ['a', 'b'].map((letter) => ({ id: letter, name: letter.repeat(100) }));
    const segments = Array.from({ length: 1_000 }, (_, nth) => {
      const start = nth / 100;
      return aSegment({ id: `seg_${nth}`, speakerId: nth % 2 ? 'a' : 'b', start, end: start + 0.01, text: 'no' });
    });
    const file = { workspaceId: owner.workspaceId, conversationId: id as ConversationId, revision: '1' };
    await resultsInFiles(world.context.files).saveTranscript(file, { language: 'en', speakers: names, segments });

    const guide = await aGuide({ sdh: true });
    const refused = await convert(id, `?style_guide_id=${guide}`);

    expect(expectError(convertToSubtitlesContract, refused, 422)).toEqual(['too_long style_guide_id']);
    expect(await subtitles()).toEqual([]);
    expect((await convert(id)).status).toBe(200);
    const again = await convert(id, `?style_guide_id=${guide}`);
    expect(expectError(convertToSubtitlesContract, again, 429)).toEqual(['rate_limited']);
  });

  it('200: makes subtitles of no order, at once done, with the labels of their source', async () => {
    const { id, owner, world, convert, read, update } = await aTextWorld();
    const callFolders = callsTo(folders(world.context));
    const body = { workspace_id: owner.workspaceId, name: 'Sales' };
    const folder = (await callFolders('POST', '/folders', { key: owner.key, body })).body.id;
    const labels = { name: 'Renewal', folder_id: folder, tags: ['q4'], metadata: { deal: '7' } };
    await update(id, labels);

    const made = expectSuccess(convertToSubtitlesContract, await convert(), 200);

    expect(made).toMatchObject({
      ...{ ...labels, kind: 'subtitles', state: 'automatic_done', language: 'fr', meeting: null, order_id: null },
      ...{ source_conversation_id: id, audio_length_in_seconds: TEXT.text.durationSeconds },
    });
    expect(expectSuccess(getConversationContract, await read(made.id), 200)).toEqual(made);
    const counted = await callFolders('GET', `/folders/${folder}`, { key: owner.key });
    expect(counted.body.conversations_count).toBe(2);
  });

  it('200: converts the text of a meeting, a silent one too', async () => {
    const { aConversation, converted, read } = await aTextWorld();

    const [spoken, silent] = [await converted(await aConversation()), await converted(await aConversation('mute'))];

    const segments = async (id: string) => (await read(id, '/transcript')).body.segments;
    expect((await segments(spoken)).length).toBeGreaterThan(5);
    expect(await segments(silent)).toEqual([]);
  });

  it.each(['srt', 'vtt'])('200: keeps cues and lines in its transcript as %s', async (format) => {
    const { aConversation, converted, aGuide, read } = await aTextWorld();
    const guide = await aGuide({ max_characters_per_line: 20, max_lines: 2 });
    const made = await converted(await aConversation(), `?style_guide_id=${guide}`);

    const { body } = await read(made, `/transcript?format=${format}`);

    const { segments } = (await read(made, '/transcript')).body;
    const texts = segments.map(({ text }: { text: string }) => text);
    expect(texts.some((text: string) => text.includes('\n'))).toBe(true);
    expect(texts.filter((text: string) => !String(body).includes(text))).toEqual([]);
  });

  it('200: answers the same subtitles again, without another event', async () => {
    const { world, owner, id, convert, update } = await aTextWorld();
    await subscribe(world, owner.workspaceId);
    const first = (await convert()).body;
    await update(id, { name: 'Another' });

    expect((await convert()).body).toEqual(first);
    expect(webhookEventTypes(world)).toEqual(['conversation.ready']);
  });

  it('200: makes one for each style guide, the default of the workspace where none is named', async () => {
    const { converted, aGuide, subtitles } = await aTextWorld();
    const builtIn = await converted();
    const guide = await aGuide({ organization_default: true, max_characters_per_line: 16 });
    const other = await aGuide({ max_lines: 1 });

    const byDefault = await converted();

    expect(await converted(undefined, `?style_guide_id=${guide}`)).toBe(byDefault);
    expect(new Set([builtIn, byDefault, await converted(undefined, `?style_guide_id=${other}`)]).size).toBe(3);
    expect(await subtitles()).toHaveLength(3);
  });

  it('200: answers subtitles themselves', async () => {
    const { converted } = await aTextWorld();
    const made = await converted();

    expect(await converted(made)).toBe(made);
  });

  it('200: makes others after those in the trash and those deleted permanently', async () => {
    const { converted, remove, read } = await aTextWorld();
    const first = await converted();
    await remove(first);
    const second = await converted();
    await remove(second, '?permanent=true');
    const third = await converted();

    expect(new Set([first, second, third]).size).toBe(3);
    expect((await read(third, '/transcript')).status).toBe(200);
  });

  it('200: makes one of two calls at once', async () => {
    const { world, owner, convert, subtitles } = await aTextWorld();
    await subscribe(world, owner.workspaceId);

    const answers = await Promise.all([convert(), convert()]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await subtitles()).toEqual([answers[0]?.body.id]);
    expect(answers[1]?.body.id).toBe(answers[0]?.body.id);
    expect(webhookEventTypes(world)).toEqual(['conversation.ready']);
    expect([...world.files.files.keys()].filter((key) => key.includes('/transcript-1'))).toHaveLength(2);
  });

  it('counts each of two calls at once, also the one whose subtitles are not kept', async () => {
    const { id, convert, aGuide } = await aTextWorld({}, { subtitles: 2 });

    expect((await Promise.all([convert(), convert()])).map(({ status }) => status)).toEqual([200, 200]);

    const another = await convert(id, `?style_guide_id=${await aGuide()}`);
    expect(expectError(convertToSubtitlesContract, another, 429)).toEqual(['rate_limited']);
  });

  it('200: has every cue of a long text', async () => {
    const { world, owner, id, converted } = await aTextWorld();
    const source = longTranscript(sized({ everyday: 1, release: 4 }));
    const results = resultsInFiles(world.files);
    await results.saveTranscript({ ...owner, conversationId: id as never, revision: '1' }, source);

    const made = await converted();

    const stored = await results.transcript({ ...owner, conversationId: made as never, revision: '1' });
    expect(stored?.segments).toHaveLength(subtitlesOf(source, DEFAULT_STYLE, null).length);
  });

  it('200: is exported as its source would be', async () => {
    const { world, owner, id, converted } = await aTextWorld();
    const results = resultsInFiles(world.files);
    const textOf = (one: string) => results.transcript({ ...owner, conversationId: one as never, revision: '1' });

    const [source, made] = [await textOf(id), await textOf(await converted())];

    expect(made && cuesAsSrt(cuesOf(made))).toBe(source && cuesAsSrt(subtitlesOf(source, DEFAULT_STYLE, null)));
  });

  it('200: stays where its source is deleted permanently', async () => {
    const { id, converted, remove, read } = await aTextWorld();
    const made = await converted();
    await remove(id, '?permanent=true');

    expect((await read(made, '/transcript')).status).toBe(200);
  });

  it('200: shows a guest the subtitles that exist', async () => {
    const { id, converted, convert, guest } = await aTextWorld();
    const made = await converted();

    expect((await convert(id, '', await guest())).body.id).toBe(made);
  });

  it('creates nothing by HEAD', async () => {
    const { id, convert, subtitles, owner } = await aTextWorld();

    expect((await convert(id, '', owner.key, 'HEAD')).status).toBe(200);
    expect(await subtitles()).toEqual([]);
  });

  it('400: a malformed id of a style guide', async () => {
    const { id, convert } = await aTextWorld();

    expect(expectError(convertToSubtitlesContract, await convert(id, '?style_guide_id=x'), 400)).toEqual([
      'bad_request style_guide_id',
    ]);
  });

  it('422: a style guide that is unknown, or not for subtitles', async () => {
    const { id, convert, aGuide } = await aTextWorld();
    const transcription = await aGuide({ operation: 'transcription' });

    for (const guide of ['sty_00000000000000000000000000', transcription])
      expect(expectError(convertToSubtitlesContract, await convert(id, `?style_guide_id=${guide}`), 422)).toEqual([
        'invalid style_guide_id',
      ]);
  });

  it('401: a guest where there are none yet', async () => {
    const { id, convert, guest, subtitles } = await aTextWorld();

    expect(expectError(convertToSubtitlesContract, await convert(id, '', await guest()), 401)).toEqual([
      'unauthorized',
    ]);
    expect(await subtitles()).toEqual([]);
  });

  it('404: an unknown conversation, and one in the trash', async () => {
    const { id, convert, remove } = await aTextWorld();
    await convert();
    await remove(id);

    for (const one of [id, UNKNOWN])
      expect(expectError(convertToSubtitlesContract, await convert(one), 404)).toEqual(['not_found']);
  });

  it.each([{ state: 'automatic_transcribing' }, { state: 'failed', failureReason: 'translation_failed' }] as const)(
    '409: a conversation without a text: $state',
    async (progress) => {
      const { convert } = await aTextWorld(progress);

      expect(expectError(convertToSubtitlesContract, await convert(), 409)).toEqual(['conflict']);
    },
  );

  it('429: after 60 in an hour, and no longer for those that exist', async () => {
    const { world, owner, id, convert, converted, aGuide } = await aTextWorld();
    const { limitCounter, useOf } = world.context;
    const made = await converted();
    const guide = await aGuide();
    for (let nth = 1; nth < 60; nth += 1)
      await limitCounter.take(useOf('subtitles', owner.workspaceId, world.clock.now()));

    const refused = await convert(id, `?style_guide_id=${guide}`);

    expect(expectError(convertToSubtitlesContract, refused, 429)).toEqual(['rate_limited']);
    expect(await converted()).toBe(made);
    expect([...world.files.files.keys()].filter((key) => key.includes('/transcript-1'))).toHaveLength(2);
  });

  it('is made by the call after one that broke off before it was saved', async () => {
    const { world, owner, id, subtitles, converted } = await aTextWorld();
    const { context } = failingEveryNthSave(1, world);
    const broken = callsTo(conversations({ ...context, files: world.files }));

    const answer = await broken('GET', `/conversations/${id}/convert_to_subtitles`, { key: owner.key });

    expect(answer.status).toBe(500);
    expect(await subtitles()).toEqual([]);
    expect(await subtitles()).not.toEqual([await converted()]);
  });

  it('works under the path before conversations had their name, which is deprecated', async () => {
    const { id, owner, call, converted } = await aTextWorld();

    const older = await call('GET', `/transcriptions/${id}/convert_to_subtitles`, { key: owner.key });

    expect(older.body.id).toBe(await converted());
    expect(older.headers).toMatchObject({
      deprecation: '@1788134400',
      link: expect.stringContaining('rel="deprecation"'),
    });
  });
});
