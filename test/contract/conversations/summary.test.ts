import { HOUR_MS } from '#shared/foundation/core/time';
import { getConversationSummaryContract as contract } from '#shared/texts/conversation-summaries/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSummaryWorld } from './a-summary.ts';

describe('GET /conversations/{id}/summary of an order', () => {
  it('200: orders the summary with the first call, and shows it when it is made', async () => {
    const { id, summary, worker } = await aSummaryWorld();

    const first = expectSuccess(contract, await summary(), 200);
    await worker.run();

    expect(first).toEqual({
      ...{ id: expect.stringMatching(/^sum_/), object: 'conversation_summary', conversation_id: id },
      ...{ state: 'processing', engine: null, language: 'en', template: 'general', summary: null },
      ...{ sections: [], action_items: [] },
    });
    expect(expectSuccess(contract, await summary(), 200)).toMatchObject({
      ...{ id: first.id, state: 'ready', engine: 'extractive', language: 'en', template: 'general' },
      summary: expect.stringMatching(/^# Release\n(?:.*\n)*.*ship the release on Friday/),
      action_items: [{ text: expect.any(String), assignee: { name: 'Ben', email: null, member_id: null } }],
    });
  });

  it('200: makes one for each template and language, once', async () => {
    const { summary, worker } = await aSummaryWorld();

    const general = (await summary()).body.id;
    const interview = (await summary('?template=interview')).body.id;
    const french = (await summary('?language=fr')).body.id;

    expect(new Set([general, interview, french]).size).toBe(3);
    expect((await summary('?template=general&language=same_as_transcript')).body.id).toBe(general);
    expect((await summary('?language=EN')).body.id).toBe(general);
    expect((await summary('?template=interview')).body.id).toBe(interview);
    expect(worker.jobs()).toHaveLength(3);
  });

  it('200: two first calls at once order one summary', async () => {
    const { summary, worker } = await aSummaryWorld();

    const both = await Promise.all([summary(), summary()]);

    expect(both.map(({ status, body }) => [status, body.id])).toEqual([
      [200, both[0].body.id],
      [200, both[0].body.id],
    ]);
    expect(worker.jobs()).toHaveLength(1);
  });

  it('200: makes it anew after a correction of the text, and deletes the one before', async () => {
    const { summary, worker, correct, summaryFiles } = await aSummaryWorld();
    const before = (await summary()).body.id;
    await worker.run();
    await correct();

    const ordered = (await summary()).body;
    await worker.run();

    const after = (await summary()).body;
    expect([ordered.state, after.state, after.id]).toEqual(['processing', 'ready', ordered.id]);
    expect(after.id).not.toBe(before);
    expect(after.summary).toContain('Monday');
    expect(summaryFiles()).toEqual([expect.stringContaining(after.id)]);
  });

  it.each([
    ['has no text yet', { text: { state: 'automatic_transcribing' } as const }],
    ['has failed', { text: { state: 'failed', failureReason: 'translation_failed' } as const }],
  ])('200: none where the conversation %s', async (_what, given) => {
    const { summary, worker } = await aSummaryWorld(given);

    const found = expectSuccess(contract, await summary(), 200);

    expect(found).toMatchObject({ state: 'none', id: null, template: null, language: null, summary: null });
    expect(worker.jobs()).toEqual([]);
  });

  it.each([
    ['without segments', []],
    ['of blank segments', [[null, ' \n']]],
  ] as const)('200: none at once, to guests too, for a text %s', async (_what, lines) => {
    const { summary, worker, guest } = await aSummaryWorld({ lines });

    expect((await summary()).body).toMatchObject({ state: 'none', id: null });
    expect((await summary('', guest.key)).body.state).toBe('none');
    expect((await summary('', undefined, 'HEAD')).status).toBe(200);
    expect(worker.jobs()).toEqual([]);
  });

  it('200: a guest reads what is there, also where the text has changed since', async () => {
    const { summary, worker, guest, correct } = await aSummaryWorld();
    const { id } = (await summary()).body;
    await worker.run();
    await correct();

    const found = expectSuccess(contract, await summary('', guest.key), 200);

    expect([found.id, found.state]).toEqual([id, 'ready']);
    expect(worker.jobs()).toHaveLength(1);
  });

  it('200: HEAD orders nothing', async () => {
    const { summary, worker } = await aSummaryWorld();

    expect((await summary('', undefined, 'HEAD')).status).toBe(200);

    expect(worker.jobs()).toEqual([]);
  });

  it('401: a guest orders none', async () => {
    const { summary, worker, guest } = await aSummaryWorld();

    expect(expectError(contract, await summary('', guest.key), 401)).toEqual(['unauthorized']);

    expect(worker.jobs()).toEqual([]);
  });

  it('404: while the conversation is in the trash, and as before once it is restored', async () => {
    const { summary, worker, remove, restore } = await aSummaryWorld();
    const { id } = (await summary()).body;
    await remove();
    await worker.run();

    expect(expectError(contract, await summary(), 404)).toEqual(['not_found']);
    await restore();

    expect((await summary()).body).toMatchObject({ id, state: 'ready' });
  });

  it('400: a template that is none, and a language that is none', async () => {
    const { summary } = await aSummaryWorld();

    expect(expectError(contract, await summary('?template=poem'), 400)).toEqual(['bad_request template']);
    expect(expectError(contract, await summary('?language=english'), 400)).toEqual(['bad_request language']);
  });

  it('422: a template that the workspace does not have', async () => {
    const { summary, world, worker } = await aSummaryWorld();

    const refused = await summary(`?template=${world.context.ids.make('tpl')}`);

    expect(expectError(contract, refused, 422)).toEqual(['unusable_setting template']);
    expect(worker.jobs()).toEqual([]);
  });

  it('422: another language where no model writes summaries', async () => {
    const { summary } = await aSummaryWorld({ api: { hasSummaryModel: async () => false } });

    expect(expectError(contract, await summary('?language=fr'), 422)).toEqual(['not_available language']);
    expect((await summary('?language=en')).status).toBe(200);
  });

  it('429: after 60 summaries an hour in a workspace; what is there is still read', async () => {
    const { summary, world, owner } = await aSummaryWorld();
    const { id } = (await summary()).body;
    const use = world.context.useOf('summaries', owner.workspaceId, world.clock.now(), 59);
    await world.context.limitCounter.take(use);

    expect(expectError(contract, await summary('?template=interview'), 429)).toEqual(['rate_limited']);
    expect((await summary()).body.id).toBe(id);

    world.clock.advance(HOUR_MS);
    expect((await summary('?template=interview')).status).toBe(200);
  });

  it('answers under the deprecated path as well, with the successor', async () => {
    const { id, summary, summaryAt } = await aSummaryWorld();
    const { body } = await summary();

    const older = await summaryAt(`/transcriptions/${id}/summary`);

    expect([older.status, older.body]).toEqual([200, body]);
    expect(older.headers).toMatchObject({
      deprecation: expect.stringMatching(/^@\d+$/),
      link: expect.stringContaining('rel="deprecation"'),
    });
  });
});

describe('GET /conversations/{id}/summary of a meeting', () => {
  it('200: shows what the results of the meeting show, to guests too, and stores nothing', async () => {
    const { aRecording, callMeetings, read, owner, guest, worker } = await aSummaryWorld();
    const meeting = await aRecording();
    const { body: results } = await callMeetings('GET', `/meetings/${meeting.id}/results`, { key: owner.key });
    const { status: state, engine, language, template, markdown, sections, action_items } = results.summary;

    const found = expectSuccess(contract, await read(results.transcript.conversation_id, '/summary', guest.key), 200);

    expect(found).toEqual({
      ...{ id: expect.stringMatching(/^sum_/), object: 'conversation_summary', state, engine, language, template },
      ...{ conversation_id: results.transcript.conversation_id, summary: markdown, sections, action_items },
    });
    expect(worker.jobs()).toEqual([]);
  });

  it('200: the one that was asked for, and none for another template or language', async () => {
    const { aConversation, read, worker } = await aSummaryWorld();
    const id = await aConversation();
    const state = async (query: string) => (await read(id, `/summary${query}`)).body.state;

    expect(await state('?template=general&language=same_as_transcript')).toBe('ready');
    expect(await state('?template=interview')).toBe('none');
    expect(await state('?language=fr')).toBe('none');
    expect(worker.jobs()).toEqual([]);
  });

  it('422: a template that the workspace does not have', async () => {
    const { aConversation, read, world } = await aSummaryWorld();

    const refused = await read(await aConversation(), `/summary?template=${world.context.ids.make('tpl')}`);

    expect(expectError(contract, refused, 422)).toEqual(['unusable_setting template']);
  });

  it('200: none where nothing was said', async () => {
    const { aConversation, read } = await aSummaryWorld();

    expect((await read(await aConversation('mute'), '/summary')).body).toMatchObject({ state: 'none', id: null });
  });
});
