import {
  getConversationContract,
  getTranscriptContract,
  listConversationsContract,
} from '#shared/texts/conversations/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aConversationWorld } from './a-conversation.ts';

const idsOf = ({ body }: { readonly body: { readonly data: readonly { readonly id: string }[] } }) =>
  body.data.map(({ id }) => id);

describe('GET /conversations/{id}', () => {
  it('200: answers the conversation of a recorded meeting', async () => {
    const { aRecording, read, owner } = await aConversationWorld();
    const meeting = await aRecording();

    const found = await read(meeting.results.transcript.conversation_id);

    expect(expectSuccess(getConversationContract, found, 200)).toEqual({
      id: meeting.results.transcript.conversation_id,
      object: 'conversation',
      workspace_id: owner.workspaceId,
      name: meeting.title,
      kind: 'transcription',
      state: 'automatic_done',
      language: meeting.results.transcript.language,
      source_conversation_id: null,
      order_id: null,
      meeting: {
        id: meeting.id,
        title: meeting.title,
        starts_at: meeting.starts_at,
        ends_at: meeting.ends_at,
        platform: 'meet',
      },
      audio_length_in_seconds: meeting.results.media.duration_seconds,
      cost_in_cents: 0,
      issues_count: 0,
      issues: [],
      folder_id: null,
      tags: [],
      sharing_enabled: false,
      failure_reason: null,
      metadata: {},
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('200: of a meeting in which there was no speech', async () => {
    const { aConversation, read } = await aConversationWorld();

    const found = await read(await aConversation('mute'));

    expect(expectSuccess(getConversationContract, found, 200).state).toBe('automatic_done');
  });

  it('has none where the transcription failed', async () => {
    const { aRecording } = await aConversationWorld();

    const meeting = await aRecording('noai');

    expect(meeting.results.transcript).toEqual({
      status: 'failed',
      outcome: null,
      language: null,
      conversation_id: null,
    });
  });

  it('is one for two recordings of a meeting', async () => {
    const { aRecording, list } = await aConversationWorld();

    const [first, second] = [await aRecording(), await aRecording()];

    expect(second.id).toBe(first.id);
    expect(second.results.transcript.conversation_id).toBe(first.results.transcript.conversation_id);
    expect(idsOf(await list())).toEqual([first.results.transcript.conversation_id]);
  });

  it('404: an unknown conversation', async () => {
    const { read } = await aConversationWorld();

    const found = await read('con_00000000000000000000000000');

    expect(expectError(getConversationContract, found, 404)).toEqual(['not_found']);
  });
});

describe('GET /conversations', () => {
  it('200: newest first, in pages', async () => {
    const { aConversation, list, call, owner } = await aConversationWorld();
    const [older, newer] = [await aConversation('good'), await aConversation('mute')];

    const first = expectSuccess(listConversationsContract, await list('&limit=1'), 200);
    const next = new URL(first._links.next.url);
    const second = await call('GET', `${next.pathname.replace('/api/v1', '')}${next.search}`, { key: owner.key });

    expect([first.data[0].id, ...idsOf(second)]).toEqual([newer, older]);
    expect(second.body.has_more).toBe(false);
  });

  it('200: by meeting, tag, language and time of creation', async () => {
    const { aRecording, aConversation, list, update, read } = await aConversationWorld();
    const meeting = await aRecording();
    const id = meeting.results.transcript.conversation_id;
    const other = await aConversation('mute');
    await update(id, { tags: ['renewal', 'q4'] });
    const { created_at: createdAt, language } = (await read(id)).body;

    const found = async (query: string) => idsOf(await list(query));

    expect(await found(`&meeting_id=${meeting.id}`)).toEqual([id]);
    expect(await found('&tag=q4')).toEqual([id]);
    expect(await found('&tag=q')).toEqual([]);
    expect(await found(`&language=${language}&meeting_id=${meeting.id}`)).toEqual([id]);
    expect(await found('&language=fi')).toEqual([]);
    expect(await found(`&created_after=${createdAt}`)).toEqual([other]);
    expect(await found(`&created_before=${createdAt}`)).toEqual([]);
  });

  it('400: a page that is no number', async () => {
    const { list } = await aConversationWorld();

    expect(expectError(listConversationsContract, await list('&limit=all'), 400)).toEqual(['bad_request limit']);
  });

  it('401: the workspace of another customer', async () => {
    const { world, list } = await aConversationWorld();
    const stranger = await world.anOwner('Other');

    expect(expectError(listConversationsContract, await list('', stranger.key), 401)).toEqual(['unauthorized']);
  });
});

describe('GET /conversations/{id}/transcript', () => {
  it('200: the transcript of the results, with words where they are asked for', async () => {
    const { aRecording, read, callMeetings, owner } = await aConversationWorld();
    const meeting = await aRecording();
    const id = meeting.results.transcript.conversation_id;

    const text = expectSuccess(getTranscriptContract, await read(id, '/transcript?include=words'), 200);

    const path = `/meetings/${meeting.id}/results?format=json&include=words`;
    const { meeting_id: _meeting, ...shown } = (await callMeetings('GET', path, { key: owner.key })).body;
    expect(text).toEqual({ ...shown, conversation_id: id });
    expect(text.segments.length).toBeGreaterThan(0);
  });

  it.each(['txt', 'vtt', 'srt'])('200: as %s, the same text as in the results', async (format) => {
    const { aRecording, read, callMeetings, owner } = await aConversationWorld();
    const meeting = await aRecording();

    const text = await read(meeting.results.transcript.conversation_id, `/transcript?format=${format}`);

    const shown = await callMeetings('GET', `/meetings/${meeting.id}/results?format=${format}`, { key: owner.key });
    expect([text.status, text.headers['content-type']]).toEqual([200, shown.headers['content-type']]);
    expect(text.body).toEqual(shown.body);
  });

  it('200: without segments where there was no speech', async () => {
    const { aConversation, read } = await aConversationWorld();

    const text = await read(await aConversation('mute'), '/transcript');

    expect(expectSuccess(getTranscriptContract, text, 200).segments).toEqual([]);
  });

  it('404: an unknown conversation', async () => {
    const { read } = await aConversationWorld();

    const text = await read('con_00000000000000000000000000', '/transcript');

    expect(expectError(getTranscriptContract, text, 404)).toEqual(['not_found']);
  });
});
