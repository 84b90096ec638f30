import { workspaces } from '#shared/accounts/workspaces/store';
import type { ConversationId } from '#shared/foundation/core/ids';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { trashConversation } from '#shared/texts/conversations/commands/move-to-trash';
import { conversations } from '#shared/texts/conversations/store';
import { expireExports } from '#shared/texts/exports/commands/expire-exports';
import { createExportContract } from '#shared/texts/exports/contract';
import type { FontSource } from '#shared/texts/exports/formats/pdf/font-source';
import { TEXT_FORMATS } from '#shared/texts/exports/rules/export';
import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import { anExportWorld } from '#test/contract/exports/an-export';
import { aWorld } from '#test/support/api';
import { expectError } from '#test/support/expect-response';
import { exportWorker } from '#test/support/export-worker';
import { describe, expect, it, jest } from '#test/support/jest';
import { subscribe, webhookEventTypes } from '#test/support/subscriptions';
import { untilKilled } from '#test/support/until-killed';

type World = Awaited<ReturnType<typeof anExportWorld>>;

/** Deletes a conversation for good, as far as its row. */
async function deleteConversation({ world: { context, clock } }: World, id: string): Promise<void> {
  const before = await conversations.find(context.table, id as ConversationId);
  if (!before) throw new Error('The conversation does not exist.');
  await context.changes.save({ at: clock.now(), writes: [conversations.remove(before)] });
}

const MOST = 300_000;

/** A world whose limit has room for one long PDF an hour, and a text that makes one. */
async function aWaitingWorld(limits: LimitOverrides = {}) {
  const useOf = useFactory({ pdf_characters: MOST, ...limits });
  const here = await anExportWorld(aWorld({ useOf }));
  const { limitCounter } = here.world.context;
  return {
    ...here,
    id: await here.anEmptyText(1_000),
    /** Uses up so much of the limit in this hour; whether it had room. */
    use: (characters: number) =>
      limitCounter.hasRoomFor(useOf('pdf_characters', here.owner.workspaceId, here.world.clock.now(), characters)),
  };
}

const eventsAboutExports = ({ world }: World) => webhookEventTypes(world).filter((type) => type.startsWith('export.'));

describe('writing an export', () => {
  it.each(TEXT_FORMATS)('writes one conversation as one file: %s', async (format) => {
    const { anExport, aConversation, download, owner } = await anExportWorld();

    const one = await anExport({ conversation_ids: [await aConversation()], format });

    expect(one).toMatchObject({ state: 'ready', failure_reason: null });
    expect(new URL(one.download_link).pathname).toBe(`/${owner.workspaceId}/exports/${one.id}`);
    expect(download(one.download_link).length).toBe(one.size);
  });

  it('writes several conversations as a ZIP, with a name of its own for each', async () => {
    const { anExport, aConversation, aText, unzipped, update } = await anExportWorld();
    const ids = [await aConversation(), await aText(), await aText()];
    const names = ['../../etc/passwd', 'Call', 'call'];
    for (const [nth, id] of ids.entries()) await update(id, { name: names[nth] });

    const one = await anExport({ conversation_ids: ids, format: 'txt', show_timestamps: false });
    const files = unzipped(one.download_link);

    expect(Object.keys(files)).toEqual(['-..-etc-passwd.txt', 'Call.txt', 'call (2).txt']);
    for (const text of Object.values(files)) expect(text).toMatch(/^\w/);
  });

  it.each([
    ['the guide that is named', {}, true],
    ['the default of the workspace', { organization_default: true }, false],
  ])('writes subtitles by %s', async (_, changes, isNamed) => {
    const { anExport, aConversation, aStyleGuide, download } = await anExportWorld();
    const guide = await aStyleGuide({ operation: 'subtitles', max_characters_per_line: 16, ...changes });

    const asked = { conversation_ids: [await aConversation()], format: 'srt' };
    const one = await anExport({ ...asked, ...(isNamed && { style_guide_id: guide }) });
    const without = await anExport({ ...asked, style_guide_id: null });

    const longest = (link: string) =>
      Math.max(
        ...download(link)
          .toString()
          .split('\n')
          .filter((line) => !line.includes('-->'))
          .map((line) => line.length),
      );
    expect(longest(one.download_link)).toBeLessThanOrEqual(16);
    expect(longest(without.download_link)).toBeGreaterThan(16);
  });

  it.each([
    ['by default, whatever the default of the workspace is', {}],
    ['where no style guide is wanted', { style_guide_id: null }],
  ])('keeps the cues of a subtitles conversation %s', async (_, asked) => {
    const { anExport, aSubtitlesConversation, aStyleGuide, download } = await anExportWorld();
    await aStyleGuide({ operation: 'subtitles', max_characters_per_line: 16, organization_default: true });

    const one = await anExport({ conversation_ids: [await aSubtitlesConversation()], format: 'srt', ...asked });

    expect(download(one.download_link).toString()).toBe(
      '1\n00:00:00,000 --> 00:00:00,500\nGood\nmorning to all of you.\n\n2\n00:00:00,510 --> 00:00:12,000\nYes.\n',
    );
  });

  it('keeps the cues of a conversion where its own style guide is named', async () => {
    const { anExport, aText, aStyleGuide, convert, download } = await anExportWorld();
    const guide = await aStyleGuide({ operation: 'subtitles', speaker_id: 'dash' });
    const id = await convert(await aText(), guide);

    const one = await anExport({ conversation_ids: [id], format: 'srt', style_guide_id: guide });

    expect(download(one.download_link).toString()).toContain('\n-Bonjour.\n');
  });

  it('divides subtitles anew by a style guide that is named', async () => {
    const { anExport, aSubtitlesConversation, aStyleGuide, download } = await anExportWorld();
    const guide = await aStyleGuide({ operation: 'subtitles', max_lines: 1 });

    const asked = { conversation_ids: [await aSubtitlesConversation()], format: 'srt', style_guide_id: guide };
    const one = await anExport(asked);

    expect(download(one.download_link).toString()).toContain('\nGood morning to all of you.\n');
  });

  it('links to the recording itself for its form', async () => {
    const { anExport, aRecording, world } = await anExportWorld();
    const meeting = await aRecording();

    const one = await anExport({
      conversation_ids: [meeting.results.transcript.conversation_id],
      format: 'mp4',
    });

    expect(one.state).toBe('ready');
    expect(new URL(one.download_link).pathname).toMatch(/\/bot_\w+\/media\/.*\.mp4$/);
    expect([...world.files.files.keys()].some((key) => key.includes('/exports/'))).toBe(false);
  });

  it.each([
    ['mp3', 'audio/mpeg'],
    ['mp4', 'video/mp4'],
  ])('links to the file that a text was made of, for its form: %s', async (format, contentType) => {
    const { anExport, world, owner } = await anExportWorld();
    const { id } = await anOrderConversation(world, owner, { media: { contentType, sizeBytes: 5_000 } });

    const one = await anExport({ conversation_ids: [id], format });

    expect(one).toMatchObject({ state: 'ready', size: 5_000 });
    expect(new URL(one.download_link).pathname).toBe(`/${owner.workspaceId}/${id}/media`);
  });

  it('sends export.ready, without a link', async () => {
    const here = await anExportWorld();
    await subscribe(here.world, here.owner.workspaceId);

    await here.anExport({ conversation_ids: [await here.aConversation()], format: 'txt' });

    expect(eventsAboutExports(here)).toEqual(['export.ready']);
  });

  it('fails with conversation_deleted where a conversation is deleted before its turn', async () => {
    const here = await anExportWorld();
    await subscribe(here.world, here.owner.workspaceId);
    const ids = [await here.aConversation(), await here.aText()];
    const { id } = (await here.create({ conversation_ids: ids, format: 'txt' })).body;
    await deleteConversation(here, ids[1] ?? '');

    const outcomes = await here.worker.run();

    expect(outcomes).toEqual(['done']);
    expect((await here.read(id)).body).toMatchObject({ state: 'failed', failure_reason: 'conversation_deleted' });
    expect(eventsAboutExports(here)).toEqual(['export.failed']);
  });

  it.each([1, 2, 3, 4])('is taken up again after a worker was killed at write %s', async (after) => {
    const here = await anExportWorld();
    const { world, worker } = here;
    await subscribe(world, here.owner.workspaceId);
    const { id } = (await here.create({ conversation_ids: [await here.aConversation()], format: 'txt' })).body;
    for (const keepsLast of [false, true]) {
      const table = untilKilled(world.context.table, { after, keepsLast });
      const { changes } = world.context;
      const killed = { ...world.context, table, changes };
      await exportWorker(world, { context: killed })
        .run()
        .catch(() => undefined);
      world.clock.advance(5 * MINUTE_MS);
    }

    await worker.run();

    expect((await here.read(id)).body.state).toBe('ready');
    expect(eventsAboutExports(here)).toEqual(['export.ready']);
  });

  it('fails after five attempts', async () => {
    const here = await anExportWorld();
    const { world, worker } = here;
    const { id } = (await here.create({ conversation_ids: [await here.aConversation()], format: 'txt' })).body;
    const files = { ...world.files, put: () => Promise.reject(new Error('The storage does not answer.')) };
    for (let attempt = 1; attempt <= 5; attempt += 1)
      await expect(exportWorker(world, { files }).run()).rejects.toThrow('does not answer');

    await worker.run();

    expect((await here.read(id)).body).toMatchObject({ state: 'failed', failure_reason: 'export_failed' });
  });

  it('fails a ZIP with text_too_long before it writes anything, and at the first attempt', async () => {
    const here = await anExportWorld();
    const ids = [];
    for (let nth = 0; nth < 6; nth += 1) ids.push(await here.anEmptyText(4_000));
    const { id } = (await here.create({ conversation_ids: ids, format: 'pdf' })).body;
    const fonts: FontSource = () => Promise.reject(new Error('A text is written.'));

    const outcomes = await exportWorker(here.world, { fonts }).run();

    expect(outcomes).toEqual(['done']);
    expect((await here.read(id)).body).toMatchObject({ state: 'failed', failure_reason: 'text_too_long' });
  });

  it('writes texts that are too long for a PDF in another format', async () => {
    const { anExport, anEmptyText } = await anExportWorld();
    const ids = [await anEmptyText(12_000), await anEmptyText(12_000)];

    expect((await anExport({ conversation_ids: ids, format: 'txt' })).state).toBe('ready');
  });

  it.each([
    ['of the workspace', { pdf_characters: 400_000 }],
    ['of all workspaces that its founder has', { pdf_characters: 2_000_000, user_pdf_characters: 200_000 }],
  ])('writes long PDFs while the limit %s has room, and the others once the hour has ended', async (_whose, limits) => {
    const here = await anExportWorld();
    const { create, read, world, anEmptyText } = here;
    const ids = [await anEmptyText(1_000)];
    const context = { ...world.context, useOf: useFactory(limits) };
    const worker = exportWorker(world, { context });
    const formats = ['pdf', 'pdf', 'pdf', 'txt'];
    const exports: string[] = [];
    for (const format of formats) exports.push((await create({ conversation_ids: ids, format })).body.id);
    const states = () => Promise.all(exports.map(async (id) => (await read(id)).body.state));

    await worker.run();
    const before = (await states()).toSorted();
    for (let nth = 0; nth < 6; nth += 1) await worker.run();
    world.clock.advance(HOUR_MS + 10 * MINUTE_MS);
    await worker.run();

    expect(before).toEqual(['processing', 'ready', 'ready', 'ready']);
    expect(new Set(await states())).toEqual(new Set(['ready']));
  });

  it('reads nothing for a PDF that waits until its limit has room, however often it is tried', async () => {
    const { create, read, world, id, worker, use } = await aWaitingWorld();
    await use(MOST);
    const waiting = (await create({ conversation_ids: [id], format: 'pdf' })).body.id;
    await worker.run();
    const reading = jest.spyOn(world.files, 'get');

    for (let hour = 0; hour < 24; hour += 1) {
      world.clock.advance(HOUR_MS);
      await use(MOST);
      await worker.run();
    }

    expect(reading).not.toHaveBeenCalled();
    expect((await read(waiting)).body.state).toBe('processing');
  });

  it('counts a text that was corrected while its PDF waited by what it has become, or it waits on', async () => {
    const here = await aWaitingWorld();
    const { create, read, world, worker, id, use } = here;
    await use(MOST);
    const waiting = (await create({ conversation_ids: [id], format: 'pdf' })).body.id;
    await worker.run();
    await here.writeEmptyText(id, 2_500);

    world.clock.advance(HOUR_MS + 10 * MINUTE_MS);
    await worker.run();

    expect((await read(waiting)).body.state).toBe('processing');
    // Nothing of it is counted.
    expect(await use(MOST)).toBe(true);
  });

  it('tries those that wait at times of their own', async () => {
    const { create, id, worker, use } = await aWaitingWorld();
    await use(MOST);
    for (let nth = 0; nth < 8; nth += 1) await create({ conversation_ids: [id], format: 'pdf' });

    await worker.run();

    const times = worker.due().map(({ dueAt }) => dueAt);
    expect(new Set(times).size).toBeGreaterThan(4);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(10 * MINUTE_MS);
  });

  it('fails with waited_too_long while its job is there, where it has waited for five days', async () => {
    const here = await aWaitingWorld();
    const { create, read, world, id, worker, use } = here;
    await subscribe(world, here.owner.workspaceId);
    await use(MOST);
    const waiting = (await create({ conversation_ids: [id], format: 'pdf' })).body.id;

    for (let hour = 0; hour < 5 * 24; hour += 1) {
      await worker.run();
      world.clock.advance(HOUR_MS);
      await use(MOST);
    }
    await worker.run();

    expect((await read(waiting)).body).toMatchObject({ state: 'failed', failure_reason: 'waited_too_long' });
    expect(eventsAboutExports(here)).toEqual(['export.failed']);
    expect(worker.due()).toEqual([]);
  });

  it('409: a further PDF while a hundred of the workspace wait, until one of them is written', async () => {
    const { create, world, id, worker, use } = await aWaitingWorld({ exports: 1_000 });
    await use(MOST);
    for (let nth = 0; nth < 100; nth += 1) await create({ conversation_ids: [id], format: 'pdf' });
    await worker.run();

    const refused = await create({ conversation_ids: [id], format: 'pdf' });
    const another = await create({ conversation_ids: [id], format: 'txt' });
    world.clock.advance(HOUR_MS + 10 * MINUTE_MS);
    await worker.run();
    const after = await create({ conversation_ids: [id], format: 'pdf' });

    expect(expectError(createExportContract, refused, 409)).toEqual(['conflict']);
    expect([another.status, after.status]).toEqual([201, 201]);
  });

  it('writes nothing for an archived workspace', async () => {
    const { create, aConversation, world, owner, worker } = await anExportWorld();
    await create({ conversation_ids: [await aConversation()], format: 'txt' });
    const before = await workspaces.find(world.context.table, owner.workspaceId);
    if (!before) throw new Error('The workspace does not exist.');
    const at = world.clock.now();
    await world.context.changes.save({ at, writes: [workspaces.put(before, { ...before.state, archivedAt: at })] });

    expect(await worker.run()).toEqual(['done']);
    expect([...world.files.files.keys()].some((key) => key.includes('/exports/'))).toBe(false);
  });
});

describe('an export that is over', () => {
  it('is deleted a day after it was ready', async () => {
    const { anExport, aConversation, read, world, worker } = await anExportWorld();
    const one = await anExport({ conversation_ids: [await aConversation()], format: 'txt' });

    worker.untilDue();
    const outcomes = await worker.run();

    expect(world.clock.now()).toBe(Date.parse(one.expires_at));
    expect(outcomes).toEqual(['done']);
    expect([...world.files.files.keys()].some((key) => key.includes('/exports/'))).toBe(false);
    expect((await read(one.id)).body).toMatchObject({ state: 'expired', expires_at: one.expires_at });
  });

  it('stays ready until then, though its job is started again', async () => {
    const { anExport, aConversation, read, world, worker } = await anExportWorld();
    const one = await anExport({ conversation_ids: [await aConversation()], format: 'txt' });

    world.clock.advance(DAY_MS - MINUTE_MS);
    await worker.run();

    expect((await read(one.id)).body.state).toBe('ready');
  });

  it('leaves the recording where it is', async () => {
    const { anExport, aConversation, world, worker, download } = await anExportWorld();
    const one = await anExport({ conversation_ids: [await aConversation()], format: 'mp4' });

    worker.untilDue();
    await worker.run();

    expect(download(one.download_link).length).toBeGreaterThan(0);
    expect(world.files.files.size).toBeGreaterThan(0);
  });
});

describe('content that is moved to the trash', () => {
  it('leaves an export that is ready, and fails one that is not written yet', async () => {
    const { anExport, aText, create, read, world, worker } = await anExportWorld();
    const id = await aText();
    const ready = await anExport({ conversation_ids: [id], format: 'txt' });
    const pending = (await create({ conversation_ids: [id], format: 'txt' })).body;

    await trashConversation(world.context)(id as ConversationId);
    await worker.run();

    expect((await read(ready.id)).body.state).toBe('ready');
    expect((await read(pending.id)).body).toMatchObject({ state: 'failed', failure_reason: 'conversation_deleted' });
  });
});

describe('content that is deleted for good', () => {
  it('expires the exports that hold it, and deletes their files', async () => {
    const here = await anExportWorld();
    const { anExport, aConversation, aText, read, world, owner } = here;
    const [gone, kept] = [await aText(), await aConversation()];
    const held = await anExport({ conversation_ids: [gone, kept], format: 'txt' });
    const other = await anExport({ conversation_ids: [kept], format: 'txt' });

    await expireExports(world.context)(
      { workspaceId: owner.workspaceId, conversationId: gone as ConversationId },
      undefined,
    );

    expect((await read(held.id)).body).toMatchObject({ state: 'expired', download_link: null });
    expect((await read(other.id)).body.state).toBe('ready');
    expect([...world.files.files.keys()].filter((key) => key.includes('/exports/'))).toEqual([
      `${owner.workspaceId}/exports/${other.id}`,
    ]);
  });

  it('fails an export that is written at that moment, and leaves no file', async () => {
    const here = await anExportWorld();
    const { aConversation, create, read, world, owner, worker } = here;
    const gone = (await aConversation()) as ConversationId;
    const { id } = (await create({ conversation_ids: [gone], format: 'txt' })).body;
    const put: typeof world.files.put = async (...written) => {
      await world.files.put(...written);
      await expireExports(world.context)({ workspaceId: owner.workspaceId, conversationId: gone }, undefined);
      await world.files.put(...written);
    };

    await expect(exportWorker(world, { files: { ...world.files, put } }).run()).rejects.toThrow();
    await worker.run();

    expect((await read(id)).body).toMatchObject({ state: 'failed', failure_reason: 'conversation_deleted' });
    expect([...world.files.files.keys()].some((key) => key.includes('/exports/'))).toBe(false);
  });
});
