import type { ConversationId } from '#shared/foundation/core/ids';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { readTranscript } from '#shared/texts/conversations/commands/read-transcript';
import {
  getConversationContract,
  getTranscriptContract,
  listConversationsContract,
  replaceTranscriptContract,
  updateConversationContract,
} from '#shared/texts/conversations/contract';
import { conversations } from '#shared/texts/conversations/store';
import { everyGroup } from '#test/contract/edge/a-deployment';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aConversationWorld } from './a-conversation.ts';
import { anOrderConversation, TEXT } from './an-order-conversation.ts';

async function anOrderWorld(changes: Parameters<typeof anOrderConversation>[2] = {}) {
  const context = await aConversationWorld();
  const { id } = await anOrderConversation(context.world, context.owner, changes);
  const correct = (etag: unknown, key = context.owner.key) =>
    context.call('PUT', `/conversations/${id}/transcript`, {
      key,
      headers: { 'if-match': String(etag) },
      body: { speakers: [], segments: [{ id: 'seg_1', speaker_id: null, start: 0, end: 2, text: 'Bonjour à tous.' }] },
    });
  return { ...context, id, correct };
}

const FAILED = { state: 'failed', failureReason: 'translation_failed' } as const;

describe('the conversation of an order', () => {
  it('is read with its kind, its source and the length of its audio, and without a meeting', async () => {
    const { id, read } = await anOrderWorld();

    const found = expectSuccess(getConversationContract, await read(id), 200);

    expect(found).toMatchObject({
      ...{ id, kind: 'translation', state: 'automatic_done', language: 'fr', meeting: null, failure_reason: null },
      ...{ order_id: expect.stringMatching(/^ord_/), source_conversation_id: expect.stringMatching(/^con_/) },
      audio_length_in_seconds: 12.5,
    });
  });

  it('shows why there is no text', async () => {
    const { id, read } = await anOrderWorld(FAILED);

    const found = expectSuccess(getConversationContract, await read(id), 200);

    expect([found.state, found.failure_reason, found.audio_length_in_seconds]).toEqual([
      'failed',
      'translation_failed',
      null,
    ]);
  });

  it('is listed among those of meetings, by state and kind', async () => {
    const { id, list, aConversation } = await anOrderWorld(FAILED);
    const ofMeeting = await aConversation();

    const found = async (query: string) =>
      expectSuccess(listConversationsContract, await list(query), 200)
        .data.map((one: { id: string }) => one.id)
        .sort();

    expect(await found('')).toEqual([id, ofMeeting].sort());
    expect(await found('&state=failed')).toEqual([id]);
    expect(await found('&state=automatic_done')).toEqual([ofMeeting]);
    expect(await found('&kind=translation')).toEqual([id]);
    expect(await found('&kind=transcription&state=automatic_done')).toEqual([ofMeeting]);
  });

  it('is renamed as any other', async () => {
    const { id, update } = await anOrderWorld();

    const renamed = await update(id, { name: 'Bienvenue', tags: ['fr'] });

    expect(expectSuccess(updateConversationContract, renamed, 200)).toMatchObject({ name: 'Bienvenue', tags: ['fr'] });
  });

  it('answers its text with an ETag and a link', async () => {
    const { id, read } = await anOrderWorld();

    const text = await read(id, '/transcript');

    expect(expectSuccess(getTranscriptContract, text, 200)).toMatchObject({
      conversation_id: id,
      language: 'fr',
      segments: [{ id: 'seg_1', text: 'Bonjour.' }],
    });
    expect(text.headers['etag']).toMatch(/^"[0-9a-z]{12}-1"$/);
  });

  it('404: has no transcript before it is done', async () => {
    const { id, read } = await anOrderWorld({ state: 'automatic_transcribing' });

    expect(expectError(getTranscriptContract, await read(id, '/transcript'), 404)).toEqual(['not_found']);
  });

  it('409: has no transcript where it failed, and says why', async () => {
    const { id, read, correct } = await anOrderWorld(FAILED);

    const refused = await read(id, '/transcript');

    expect(expectError(getTranscriptContract, refused, 409)).toEqual(['conflict']);
    expect(refused.body.errors[0].message).toBe(`The text of the conversation ${id} failed: translation_failed.`);
    expect(expectError(replaceTranscriptContract, await correct('"1"'), 409)).toEqual(['conflict']);
  });

  it('is corrected by If-Match, under another tag from then on, and the endpoints are notified', async () => {
    const { id, read, correct, world, owner } = await anOrderWorld();
    const hook = { url: 'https://partner.test/hooks', enabled_events: ['conversation.ready'] };
    await callsTo(everyGroup(world.context))('POST', '/webhook_endpoints', {
      key: owner.key,
      body: { workspace_id: owner.workspaceId, ...hook },
    });
    const { etag } = (await read(id, '/transcript')).headers;

    const corrected = await correct(etag);

    expect(expectSuccess(replaceTranscriptContract, corrected, 200).segments[0].text).toBe('Bonjour à tous.');
    expect((await read(id, '/transcript')).headers['etag']).toBe(corrected.headers['etag']);
    expect(expectError(replaceTranscriptContract, await correct(etag), 412)).toEqual(['precondition_failed']);
    expect(world.dynamo.items().filter(({ sk }) => sk?.S === 'EVENT#conversation.ready')).toHaveLength(1);
  });

  it('401: is corrected by admins and owners alone while it is locked', async () => {
    const { id, read, correct, world, owner } = await anOrderWorld({ state: 'locked', ...TEXT });
    const member = await world.aColleague(owner.workspaceId, 'member');
    const { etag } = (await read(id, '/transcript')).headers;

    const refused = await correct(etag, member.key);

    expect(expectError(replaceTranscriptContract, refused, 401)).toEqual(['unauthorized']);
    expect((await correct(etag)).status).toBe(200);
  });
});

describe('readTranscript', () => {
  it('reads the text of a meeting and of an order alike', async () => {
    const { world, id, aConversation } = await anOrderWorld();
    const { table, files } = world.context;
    const textOf = async (conversationId: string) => {
      const found = await conversations.find(table, conversationId as ConversationId);
      return found && readTranscript({ table, results: resultsInFiles(files) }, found.state);
    };

    expect((await textOf(id))?.segments[0]?.text).toBe('Bonjour.');
    expect((await textOf(await aConversation()))?.segments.length).toBeGreaterThan(0);
  });
});
