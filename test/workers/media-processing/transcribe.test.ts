import { glossaries } from '#functions/api/glossaries/index';
import { styleGuides } from '#functions/api/style-guides/index';
import { allowHumanWork } from '#shared/accounts/workspaces/commands/allow-human-work';
import { idOf } from '#shared/foundation/core/ids';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { TranscriberUnavailable } from '#shared/meetings/recorders/ports';
import { conversations } from '#shared/texts/conversations/store';
import { subtitleStyle } from '#shared/texts/style-guides/commands/subtitle-style';
import { aMediaOrderWorld, NOTHING } from '#test/contract/orders/a-media-order';
import { aRemoteFile } from '#test/support/a-remote-file';
import { aTranscriber, heard } from '#test/support/a-transcriber';
import { callsTo } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aVideo, mediaOf } from '#test/unit/media/media-files';

/** After every time at which a world begins. */
const IN_A_WHILE = Date.parse('2100-01-01T00:00:00Z') as Instant;

const LONG = 'This is a sentence that is much longer than a line of the subtitles can be.';

interface Text {
  readonly segments: readonly { readonly text: string }[];
}

const longestOf = (lines: readonly string[]): number => Math.max(...lines.map(({ length }) => length));

/** A workspace whose files all have the same speech, and its style guides. */
async function aStyledWorld(...sentences: readonly string[]) {
  const { transcriber } = aTranscriber({ answers: () => heard(...sentences) });
  const context = await aMediaOrderWorld({ transcriber });
  const { order, worker, readOrder, conversation, world, owner } = context;
  const call = callsTo(styleGuides(world.context));
  return {
    ...context,
    aGuide: async (fields: object): Promise<string> =>
      (
        await call('POST', '/style_guides', {
          ...{ key: owner.key, body: { workspace_id: owner.workspaceId, name: 'House', ...fields } },
        })
      ).body.id,
    changeGuide: (method: 'PATCH' | 'DELETE', id: string, body?: object) =>
      call(method, `/style_guides/${id}`, { key: owner.key, ...(body && { body }) }),
    /** The text of an order, with what happens before it is made. */
    made: async (
      changes: object,
      path = '/transcribe',
      meanwhile: () => Promise<unknown> = async () => undefined,
    ): Promise<Text> => {
      const { id } = (await order(changes, { path })).body;
      await meanwhile();
      await worker.untilQuiet();
      return (await conversation((await readOrder(id)).outputs_ids[0], '/transcript')).body;
    },
    storedConversations: async () => {
      const ids = world.dynamo
        .items()
        .flatMap(({ pk, type }) => (type?.S === 'conversation' && idOf('con', pk?.S)) || []);
      const found = await Promise.all(ids.map((id) => conversations.find(world.context.table, id)));
      return found.flatMap((one) => one?.state ?? []);
    },
    textsOf: ({ segments }: Text) => segments.map(({ text }) => text),
    linesOf: ({ segments }: Text) => segments.flatMap(({ text }) => text.split('\n')),
  };
}

describe('the worker of media', () => {
  it('makes a text of an upload', async () => {
    const { transcriber, asked, deleted } = aTranscriber();
    const { order, worker, readOrder, conversation } = await aMediaOrderWorld({ transcriber });
    const { id } = (await order({ speakers: { count: 2 } })).body;

    await worker.untilQuiet();

    const done = await readOrder(id);
    const [text] = done.outputs_ids;
    expect(done).toMatchObject({
      ...{ state: 'fulfilled', ended_at: expect.any(String) },
      ingestions: [{ state: 'done', size: aVideo().length, duration_seconds: expect.closeTo(52.9, 0) }],
      transcriptions: [{ id: text, state: 'automatic_done' }],
    });
    expect((await conversation(text)).body).toMatchObject({
      ...{ state: 'automatic_done', audio_length_in_seconds: expect.closeTo(52.9, 0) },
    });
    expect((await conversation(text, '/transcript')).body.segments[0].text).toBe('Welcome to the call.');
    expect(asked.map(([call, job]) => [call, job.name, job.format, job.language, job.speakers])).toEqual([
      ['start', done.operations[0].id, 'mp4', 'en', { count: 2 }],
    ]);
    expect(deleted).toEqual([done.operations[0].id]);
  });

  it.each([
    ['fails where a voice was heard and no words of it', 10, 'failed', ['transcription_failed']],
    ['makes an empty text of a file in which hardly a voice was heard', 9, 'fulfilled', []],
  ])('%s', async (_what, unheardSeconds, state, reasons) => {
    const nothing = { ...heard(), unheardSeconds };
    const { order, worker, readOrder } = await aMediaOrderWorld({
      transcriber: aTranscriber({ answers: () => nothing }).transcriber,
    });
    const { id } = (await order()).body;

    await worker.untilQuiet();

    const ended = await readOrder(id);
    expect([
      ended.state,
      ended.operations.flatMap((one: { failure_reason?: string }) => one.failure_reason ?? []),
    ]).toEqual([state, reasons]);
  });

  it('keeps a text once that the engine repeats without a break', async () => {
    const repeated = Array.from({ length: 20 }, () => 'Thank you for watching.');
    const { transcriber } = aTranscriber({ answers: () => heard('Welcome.', ...repeated) });
    const { order, worker, readOrder, conversation } = await aMediaOrderWorld({ transcriber });
    const { id } = (await order()).body;

    await worker.untilQuiet();

    const { segments } = (await conversation((await readOrder(id)).outputs_ids[0], '/transcript')).body;
    expect(segments.map(({ text }: { text: string }) => text)).toEqual(['Welcome.', 'Thank you for watching.']);
  });

  it('makes a text of a file at a public URL, in the language that was recognized', async () => {
    const opened: string[] = [];
    const fileAt = (url: string) => {
      opened.push(url);
      return aRemoteFile({ bytes: aVideo(), piece: 100_000 }).source;
    };
    const { order, worker, readOrder, conversation } = await aMediaOrderWorld({ fileAt });
    const { id } = (await order({ url: 'https://files.example.test/a.mp4?key=secret', language: 'auto' })).body;

    await worker.untilQuiet();

    const done = await readOrder(id);
    expect([done.state, opened]).toEqual(['fulfilled', ['https://files.example.test/a.mp4?key=secret']]);
    expect([done.language, done.operations[0].language]).toEqual(['en', 'en']);
    expect((await conversation(done.outputs_ids[0])).body.language).toBe('en');
  });

  it('corrects what was recognized by the sources of glossaries, and hints them to the engine', async () => {
    const { transcriber, asked } = aTranscriber({ answers: () => heard('We met fabricam today.') });
    const { order, worker, readOrder, conversation, world, owner } = await aMediaOrderWorld({ transcriber });
    const glossary = await callsTo(glossaries(world.context))('POST', '/glossaries', {
      key: owner.key,
      body: {
        ...{ workspace_id: owner.workspaceId, name: 'Names', source_language: 'en', target_languages: [] },
        terms: [{ source: 'Fabrikam' }],
      },
    });
    const { id } = (await order({ glossary_ids: [glossary.body.id] })).body;

    await worker.untilQuiet();

    const text = await conversation((await readOrder(id)).outputs_ids[0], '/transcript');
    expect(text.body.segments[0].text).toBe('We met Fabrikam today.');
    expect(asked[0]?.[1].terms).toEqual(['Fabrikam']);
  });

  it('makes subtitles, by the default style guide of the workspace, and keeps the text they are made of', async () => {
    const { made, linesOf, aGuide, filesKept } = await aStyledWorld(LONG);
    await aGuide({ operation: 'subtitles', organization_default: true, max_characters_per_line: 30 });

    const lines = linesOf(await made({}, '/subtitle'));

    expect(lines.join(' ')).toBe(LONG);
    expect(longestOf(lines)).toBeLessThanOrEqual(30);
    expect(filesKept().map((key) => key.split('/').at(-1))).toEqual([
      ...['media', 'transcript-recognized.json', 'transcript-1.json'],
    ]);
  });

  it('keeps the style that subtitles were made by on their conversation', async () => {
    const { made, aGuide, world, storedConversations } = await aStyledWorld(LONG);
    const guide = await aGuide({ operation: 'subtitles', max_characters_per_line: 30 });

    await made({ style_guide_id: guide }, '/subtitle');

    const { style } = await subtitleStyle(world.context.table, idOf('sty', guide) ?? null);
    expect((await storedConversations()).map((one) => 'style' in one && one.style)).toEqual([style]);
  });

  it('makes subtitles by the built-in style where the order has no style guide, or it was deleted', async () => {
    const { made, linesOf, aGuide, changeGuide } = await aStyledWorld(LONG);
    const guide = await aGuide({ operation: 'subtitles', organization_default: true, max_characters_per_line: 30 });

    const without = linesOf(await made({ style_guide_id: null }, '/subtitle'));
    const deleted = linesOf(await made({ style_guide_id: guide }, '/subtitle', () => changeGuide('DELETE', guide)));

    expect(longestOf(without)).toBeGreaterThan(30);
    expect(deleted).toEqual(without);
  });

  it('cleans a text by the style guide as it is when the text is made', async () => {
    const { made, textsOf, aGuide, changeGuide } = await aStyledWorld('so um, we we [laughter] agree.', 'Um.');
    const guide = await aGuide({ operation: 'transcription', notation_tags: true });

    const text = await made({ style_guide_id: guide }, '/transcribe', () =>
      changeGuide('PATCH', guide, { notation_tags: false, fix_grammar: true }),
    );

    expect(textsOf(text)).toEqual(['So we agree.']);
  });

  it('keeps a text as it was recognized without a style guide, with a verbatim one, and where it was deleted', async () => {
    const { made, textsOf, aGuide, changeGuide } = await aStyledWorld('so um, we we [laughter] agree.', 'Um.');
    const verbatim = await aGuide({ operation: 'transcription', verbatim: true, notation_tags: true });
    const deleted = await aGuide({ operation: 'transcription', organization_default: true });

    const texts = [
      await made({ style_guide_id: null }),
      await made({ style_guide_id: verbatim }),
      await made({}, '/transcribe', () => changeGuide('DELETE', deleted)),
    ];

    for (const text of texts) expect(textsOf(text)).toEqual(['so um, we we [laughter] agree.', 'Um.']);
  });

  it('looks at an engine that is at work, and shows the conversation as transcribed', async () => {
    const { transcriber, asked } = aTranscriber({
      answers: (before) => (before === 0 ? { status: 'running', lookAgainAt: IN_A_WHILE } : heard('Hello.')),
    });
    const { order, worker, readOrder, conversation } = await aMediaOrderWorld({ transcriber });
    const { id } = (await order()).body;
    await worker.untilQuiet();
    const [text] = (await readOrder(id)).outputs_ids;
    expect((await conversation(text)).body.state).toBe('automatic_transcribing');
    expect((await readOrder(id)).transcriptions[0].estimated_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);

    await worker.next();

    expect((await readOrder(id)).state).toBe('fulfilled');
    expect(asked.map(([call]) => call)).toEqual(['start', 'check']);
  });

  it('goes on behind others, and at once, where the engine has more to recognize', async () => {
    const { transcriber, asked } = aTranscriber({
      answers: (before) => (before < 3 ? { status: 'running', lookAgainAt: 0 as Instant } : heard('Hello.')),
    });
    const { order, worker, readOrder } = await aMediaOrderWorld({ transcriber });
    const { id } = (await order()).body;

    await worker.untilQuiet();

    expect((await readOrder(id)).state).toBe('fulfilled');
    expect(asked.map(([call]) => call)).toEqual(['start', 'check', 'check', 'check']);
  });

  it('fulfils the order of a silent file with a text without segments', async () => {
    const { transcriber } = aTranscriber({ answers: () => heard() });
    const { order, worker, readOrder, conversation } = await aMediaOrderWorld({ transcriber });
    const { id } = (await order()).body;

    await worker.untilQuiet();

    const done = await readOrder(id);
    expect(done.state).toBe('fulfilled');
    expect((await conversation(done.outputs_ids[0], '/transcript')).body.segments).toEqual([]);
  });

  it('ingests the file of a draft at once, and transcribes it when the draft is confirmed', async () => {
    const { transcriber, asked } = aTranscriber();
    const { order, worker, readOrder, act } = await aMediaOrderWorld({ transcriber });
    const { id } = (await order({ confirm: false })).body;
    await worker.untilQuiet();
    expect(await readOrder(id)).toMatchObject({
      ...{ state: 'incomplete', ingestions: [{ state: 'done' }], transcriptions: [{ state: 'initial' }] },
    });
    expect(asked).toEqual([]);

    await act(id, 'confirm');
    await worker.untilQuiet();

    expect((await readOrder(id)).state).toBe('fulfilled');
  });

  it('locks the text of human work until the order is fulfilled', async () => {
    const { order, worker, readOrder, act, conversation, world, owner } = await aMediaOrderWorld();
    await allowHumanWork(world.context)(owner.workspaceId, { humanTranscription: true });
    const { id } = (await order({ service: 'pro' })).body;
    await worker.untilQuiet();
    const locked = await readOrder(id);
    const [text] = locked.outputs_ids;
    expect([locked.state, (await conversation(text)).body.state]).toEqual(['locked', 'locked']);

    await act(id, 'fulfill');

    expect((await conversation(text)).body.state).toBe('automatic_done');
  });
});

describe('the worker of media fails an order', () => {
  it.each([
    ['unsupported_media', 'a text', async () => Buffer.from('This is no sound.')],
    ['unsupported_media', 'a part of a video', async () => aVideo().subarray(0, 20_000)],
    ['no_audio', 'a video without sound', () => mediaOf.silent(10)],
    ['media_too_long', 'four hours and one second', () => mediaOf.m4a(4 * 60 * 60 + 1)],
  ])('as %s, a draft too, and leaves nothing of %s', async (reason, _what, file) => {
    const { order, worker, readOrder, anUpload, conversation, leftBehind } = await aMediaOrderWorld();
    const url = await anUpload(await file(), 'notes.mp3');
    const { id } = (await order({ url, confirm: false })).body;

    await worker.untilQuiet();

    const failed = await readOrder(id);
    expect(failed).toMatchObject({
      ...{ state: 'failed', failure_reason: reason, submitted_at: null, ended_at: expect.any(String) },
      ingestions: [{ state: 'failed', failure_reason: reason }],
      operations: [{ state: 'failed', failure_reason: reason }],
    });
    expect((await conversation(failed.outputs_ids[0])).body).toMatchObject({ state: 'failed', failure_reason: reason });
    expect(await leftBehind()).toEqual(NOTHING);
  });

  it('as media_unreachable after an hour without an answer', async () => {
    const fileAt = () => aRemoteFile({ bytes: aVideo(), mishaps: ['refused'] }).source;
    const { order, worker, readOrder, world } = await aMediaOrderWorld({ fileAt });
    const { id } = (await order({ url: 'https://files.example.test/a.mp4' })).body;
    await worker.untilQuiet();
    expect((await readOrder(id)).state).toBe('submitted');

    const begun = world.clock.now();
    while ((await readOrder(id)).state === 'submitted') await worker.next();

    expect((await readOrder(id)).failure_reason).toBe('media_unreachable');
    expect(world.clock.now() - begun).toBeLessThanOrEqual(HOUR_MS + 10 * MINUTE_MS);
  });

  it.each([
    ['transcription_failed', undefined],
    ['language_not_supported', 'language_not_supported'],
    ['provider_unavailable', 'provider_unavailable'],
  ] as const)('as %s where the engine refuses', async (expected, reason) => {
    const answer = { status: 'failed', detail: 'No.', ...(reason && { reason }) } as const;
    const { transcriber } = aTranscriber({ answers: () => answer });
    const { order, worker, readOrder, filesKept } = await aMediaOrderWorld({ transcriber });
    const { id } = (await order()).body;

    await worker.untilQuiet();

    expect(await readOrder(id)).toMatchObject({ state: 'failed', failure_reason: expected });
    expect(filesKept()).toEqual([]);
  });

  it('as provider_unavailable after a day without an answer of the engine', async () => {
    const { transcriber } = aTranscriber({
      answers: () => {
        throw new TranscriberUnavailable('No quota.');
      },
    });
    const { order, worker, readOrder, world } = await aMediaOrderWorld({ transcriber });
    const { id } = (await order()).body;
    await worker.untilQuiet();
    world.clock.advance(DAY_MS - HOUR_MS);
    await worker.untilQuiet();
    expect((await readOrder(id)).state).toBe('submitted');

    world.clock.advance(HOUR_MS);
    await worker.untilQuiet();

    expect(await readOrder(id)).toMatchObject({ state: 'failed', failure_reason: 'provider_unavailable' });
  });
});

describe('an order that is canceled', () => {
  it('while its text is made drops the late result and its media', async () => {
    const cancel: { now: () => Promise<unknown> } = { now: async () => undefined };
    const { transcriber } = aTranscriber({
      answers: async () => {
        await cancel.now();
        return heard('Too late.');
      },
    });
    const { order, worker, readOrder, act, filesKept } = await aMediaOrderWorld({ transcriber });
    const { id } = (await order()).body;
    cancel.now = () => act(id, 'cancel');

    await worker.untilQuiet();

    expect((await readOrder(id)).state).toBe('canceled');
    expect(filesKept()).toEqual([]);
  });

  it('while the engine is at work deletes what it makes once it has ended', async () => {
    let isAtWork = true;
    const { transcriber, deleted } = aTranscriber({
      answers: (before) =>
        isAtWork ? { status: 'running', lookAgainAt: later(IN_A_WHILE, before * MINUTE_MS) } : heard('Too late.'),
    });
    const { order, worker, readOrder, act } = await aMediaOrderWorld({ transcriber });
    const { id } = (await order()).body;
    await worker.untilQuiet();
    await act(id, 'cancel');
    await worker.next();
    const whileAtWork = [...deleted];

    isAtWork = false;
    await worker.next();

    expect([whileAtWork, deleted]).toEqual([[], [(await readOrder(id)).operations[0].id]]);
  });

  it('while its file is copied keeps nothing of it', async () => {
    const cancel: { now: () => Promise<unknown> } = { now: async () => undefined };
    const fileAt = (): ReturnType<typeof aRemoteFile>['source'] => {
      const remote = aRemoteFile({ bytes: aVideo(), piece: 100_000 }).source;
      return {
        open: async (range) => {
          await cancel.now();
          return remote.open(range);
        },
      };
    };
    const { order, worker, readOrder, act, filesKept } = await aMediaOrderWorld({ fileAt });
    const { id } = (await order({ url: 'https://files.example.test/a.mp4' })).body;
    cancel.now = () => act(id, 'cancel');

    await worker.untilQuiet();

    expect(await readOrder(id)).toMatchObject({ state: 'canceled', ingestions: [{ state: 'canceled' }] });
    expect(filesKept()).toEqual([]);
  });
});
