import { conversations } from '#functions/api/conversations/index';
import type { MeetingId } from '#shared/foundation/core/ids';
import { meetings } from '#shared/meetings/meetings/store';
import { replaceTranscriptContract } from '#shared/texts/conversations/contract';
import { createExportContract, getExportContract } from '#shared/texts/exports/contract';
import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { useUpForFounder } from '#test/support/use-up-for-founder';
import { anExportWorld } from './an-export.ts';

const DAY_MS = 86_400_000;

describe('POST /exports', () => {
  it('201 with an export that is pending', async () => {
    const { create, aConversation, owner } = await anExportWorld();
    const id = await aConversation();

    const created = await create({ conversation_ids: [id], format: 'txt' });

    expect(created).toMatchObject({
      status: 201,
      body: {
        object: 'export',
        workspace_id: owner.workspaceId,
        state: 'pending',
        format: 'txt',
        conversation_ids: [id],
        download_link: null,
        expires_at: null,
        size: null,
        failure_reason: null,
      },
    });
    expect(created.headers['location']).toMatch(new RegExp(`/exports/${created.body.id}$`));
  });

  it('takes transcription_ids as the older name, and each conversation once', async () => {
    const { create, aConversation } = await anExportWorld();
    const id = await aConversation();

    expect((await create({ transcription_ids: [id, id], format: 'txt' })).body.conversation_ids).toEqual([id]);
  });

  it('accepts options for comments and highlights, of which there are none', async () => {
    const { create, aConversation } = await anExportWorld();
    const options = { show_comments: true, show_highlights: true, show_highlights_only: true };

    const created = await create({ conversation_ids: [await aConversation()], format: 'txt', ...options });

    expect(created.status).toBe(201);
  });

  it('429: the 201st export of an hour in all workspaces that one user founded', async () => {
    const { create, owner, world } = await anExportWorld();
    const { id } = await anOrderConversation(world, owner);
    await useUpForFounder(world.context, 'exports', owner);

    const refused = await create({ conversation_ids: [id], format: 'txt' });

    expect(expectError(createExportContract, refused, 429)).toEqual(['rate_limited']);
    expect(refused.body.errors[0].message).toContain('200 exports an hour of all workspaces that one user founded');
  });

  it('400 without conversations', async () => {
    const { create } = await anExportWorld();

    expect(expectError(createExportContract, await create({ format: 'txt' }), 400)).toEqual([
      'missing conversation_ids',
    ]);
  });

  it.each([
    ['no conversation', { conversation_ids: [] }, 'blank conversation_ids'],
    ['both names', { conversation_ids: ['CON'], transcription_ids: ['CON'] }, 'invalid transcription_ids'],
    ['another format', { conversation_ids: ['CON'], format: 'exe' }, 'inclusion format'],
    [
      'timestamps every 4 seconds',
      { conversation_ids: ['CON'], timestamps_frequency: 4 },
      'invalid timestamps_frequency',
    ],
    [
      'timestamps every 61 seconds',
      { conversation_ids: ['CON'], timestamps_frequency: 61 },
      'invalid timestamps_frequency',
    ],
    ['a blank file name', { conversation_ids: ['CON'], file_name: ' ' }, 'blank file_name'],
    ['a style guide for a text', { conversation_ids: ['CON'], style_guide_id: 'GUIDE' }, 'invalid style_guide_id'],
    [
      'a style guide for transcriptions',
      { conversation_ids: ['CON'], format: 'srt', style_guide_id: 'OTHER' },
      'invalid style_guide_id',
    ],
    ['a file name of 201 characters', { conversation_ids: ['CON'], file_name: 'x'.repeat(201) }, 'too_long file_name'],
    ['a form that the recording has not', { conversation_ids: ['CON'], format: 'mp3' }, 'invalid format'],
  ])('422 for %s', async (_, body, code) => {
    const { create, aConversation, aStyleGuide } = await anExportWorld();
    const text = JSON.stringify({ format: 'txt', ...body })
      .replaceAll('CON', await aConversation())
      .replaceAll('GUIDE', await aStyleGuide({ operation: 'subtitles' }))
      .replaceAll('OTHER', await aStyleGuide({ operation: 'transcription' }));

    expect(expectError(createExportContract, await create(JSON.parse(text)), 422)).toEqual([code]);
  });

  it.each([
    ['of another type', { media: { contentType: 'video/mp4', sizeBytes: 5 } }, 'this one has video/mp4.'],
    ['of a translation', {}, 'this one has no recording of its own.'],
  ])('422 says which recording there is in place of one %s', async (_, changes, said) => {
    const { create, world, owner } = await anExportWorld();
    const { id } = await anOrderConversation(world, owner, changes);

    const { status, body } = await create({ conversation_ids: [id], format: 'mp3' });

    expect(status).toBe(422);
    expect(body.errors[0].message).toContain(`a recording of the type audio/mpeg; ${said}`);
  });

  it('422 for the recordings of several conversations', async () => {
    const { create, world, owner } = await anExportWorld();
    const media = { contentType: 'audio/mpeg', sizeBytes: 5 };
    const two = [
      await anOrderConversation(world, owner, { media }),
      await anOrderConversation(world, owner, { media }),
    ];

    const answer = await create({ conversation_ids: two.map(({ id }) => id), format: 'mp3' });

    expect(expectError(createExportContract, answer, 422)).toEqual(['invalid format']);
  });

  it('422 for more than 20 hours of audio', async () => {
    const { create, aRecording, world } = await anExportWorld();
    const meeting = await aRecording();
    const before = await meetings.find(world.context.table, meeting.id as MeetingId);
    const [recording] = before?.state.recordings ?? [];
    if (!before || !recording) throw new Error('Nothing was recorded.');
    const results = { ...recording.results, durationSeconds: 20 * 3600 + 1 };
    const after = { ...before.state, recordings: [{ ...recording, results }] };
    await world.context.changes.save({ at: world.clock.now(), writes: [meetings.put(before, after)] });

    const body = { conversation_ids: [meeting.results.transcript.conversation_id], format: 'txt' };

    expect(expectError(createExportContract, await create(body), 422)).toEqual(['too_long conversation_ids']);
  });

  it('409 for a conversation without a text', async () => {
    const { create, world, owner } = await anExportWorld();
    const { id } = await anOrderConversation(world, owner, { state: 'automatic_transcribing' });

    expect(expectError(createExportContract, await create({ conversation_ids: [id], format: 'txt' }), 409)).toEqual([
      'conflict',
    ]);
  });

  it('422 for conversations of two workspaces of one user', async () => {
    const { create, aConversation, world, owner } = await anExportWorld();
    const other = await world.aWorkspaceOf(owner.userId, 'Other');
    const { id } = await anOrderConversation(world, { workspaceId: other.id });

    expect(
      expectError(
        createExportContract,
        await create({ conversation_ids: [await aConversation(), id], format: 'txt' }),
        422,
      ),
    ).toEqual(['invalid conversation_ids']);
  });
});

describe('GET /exports/{id}', () => {
  it('200 with a link that is new at each read, while the export is ready', async () => {
    const { anExport, read, aConversation, download, world } = await anExportWorld();

    const one = await anExport({ conversation_ids: [await aConversation()], format: 'txt' });
    world.clock.advance(1000);
    const again = (await read(one.id)).body;

    expect(one.state).toBe('ready');
    expect(download(one.download_link).toString()).toMatch(/^\[00:00:\d\d\] \w+.*: /);
    expect(one.size).toBe(download(one.download_link).length);
    expect(Date.parse(one.expires_at) - Date.parse(one.updated_at)).toBe(DAY_MS);
    expect(again.download_link).not.toBe(one.download_link);
  });

  it('200: a CSV in which what was said and by whom is no formula, whatever a spreadsheet splits by', async () => {
    const { anExport, aConversation, download, world, owner } = await anExportWorld();
    const id = await aConversation();
    const link = 'HYPERLINK("https://evil.test")';
    const segments = [`x;=${link}`, `x\t@${link}`, `＝${link}`].map((text, nth) => ({
      ...{ id: `seg_${nth + 1}`, speaker_id: 'spk_1', start: nth, end: nth + 1, text },
    }));
    const replaced = await callsTo(conversations(world.context))('PUT', `/conversations/${id}/transcript`, {
      key: owner.key,
      headers: { 'if-match': '*' },
      body: { speakers: [{ id: 'spk_1', name: 'Ada;=1+1' }], segments },
    });
    expectSuccess(replaceTranscriptContract, replaced, 200);

    const { download_link } = await anExport({ conversation_ids: [id], format: 'csv', show_speakers: true });

    const cells = download(download_link)
      .toString()
      .split(/[;\t\r\n]+/);
    expect(cells.filter((cell) => /^[\s"]*[=@＝]/.test(cell))).toEqual([]);
    expect(cells.filter((cell) => cell.includes('HYPERLINK'))).toHaveLength(3);
  });

  it('has no link to a file that is over, though it is not deleted yet', async () => {
    const { anExport, read, aConversation, world } = await anExportWorld();
    const one = await anExport({ conversation_ids: [await aConversation()], format: 'txt' });

    world.clock.advance(DAY_MS);

    expect((await read(one.id)).body).toMatchObject({ state: 'expired', download_link: null });
  });

  it('404 for an export that does not exist', async () => {
    const { read } = await anExportWorld();

    expect(expectError(getExportContract, await read('exp_01kcw3v9e2f3hb5wnkq8zr6m4t'), 404)).toEqual(['not_found']);
  });
});
