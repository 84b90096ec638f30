import type { ConversationId } from '#shared/foundation/core/ids';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { DAY_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { replaceTranscriptContract } from '#shared/texts/conversations/contract';
import { aWorld } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it, jest } from '#test/support/jest';
import { aSegment } from '#test/support/transcripts';
import { aConversationWorld } from './a-conversation.ts';
import { anOrderConversation } from './an-order-conversation.ts';

/** The audio of a text of an order has 12.5 s: 375 characters and 20,000. */
const MOST = 20_375;

/** So many characters in segments of at most 10,000. */
const ofSize = (characters: number) =>
  Array.from({ length: Math.ceil(characters / 10_000) }, (_, nth) => ({
    ...{ id: `seg_${nth + 1}`, speaker_id: null, start: 0, end: 2 },
    text: 'a'.repeat(Math.min(10_000, characters - nth * 10_000)),
  }));

const RECOGNIZED = { kind: 'transcription', sourceConversationId: null } as const;

async function aTextWorld(
  changes: Parameters<typeof anOrderConversation>[2] = RECOGNIZED,
  limits: LimitOverrides = {},
) {
  const context = await aConversationWorld(aWorld({ useOf: useFactory(limits) }));
  const { world, owner, call } = context;
  const text = await anOrderConversation(world, owner, changes);
  const put = (characters: number, id: string = text.id) =>
    call('PUT', `/conversations/${id}/transcript`, {
      key: owner.key,
      headers: { 'if-match': '*' },
      body: { speakers: [], segments: ofSize(characters) },
    });
  /** The text as an engine has stored it. */
  const store = (characters: number, conversationId: ConversationId = text.id) =>
    resultsInFiles(world.context.files).saveTranscript(
      { workspaceId: owner.workspaceId, conversationId, revision: '1' },
      {
        ...{ language: 'fr', speakers: [] },
        segments: ofSize(characters).map(({ id, text: stored }) => aSegment({ id, speakerId: null, text: stored })),
      },
    );
  return { ...context, text, put, store };
}

const TOO_LONG = ['too_long segments'];

describe('PUT /conversations/{id}/transcript, by the size of the text', () => {
  it('200 up to the most of its audio, and 422 for one character more', async () => {
    const { put } = await aTextWorld();

    expectSuccess(replaceTranscriptContract, await put(MOST), 200);
    expect(expectError(replaceTranscriptContract, await put(MOST + 1), 422)).toEqual(TOO_LONG);
  });

  it('429 beyond the characters of a day, each correction with its whole text', async () => {
    const { put, world } = await aTextWorld(RECOGNIZED, { corrected_characters: 25_000 });

    expectSuccess(replaceTranscriptContract, await put(15_000), 200);
    const stored = [...world.files.files.keys()];
    expect(expectError(replaceTranscriptContract, await put(10_001), 429)).toEqual(['rate_limited']);
    expect([...world.files.files.keys()]).toEqual(stored);
    expectSuccess(replaceTranscriptContract, await put(10_000), 200);
    world.clock.advance(DAY_MS);
    expectSuccess(replaceTranscriptContract, await put(20_000), 200);
  });

  it('429 before a text is stored, at the limit of changes', async () => {
    const { put, world } = await aTextWorld(RECOGNIZED, { meeting_changes: 0 });
    const puts = jest.spyOn(world.context.files, 'put');

    expect(expectError(replaceTranscriptContract, await put(100), 429)).toEqual(['rate_limited']);
    expect(puts).not.toHaveBeenCalled();
  });

  it('422: a text of a million characters for the recording of a meeting', async () => {
    const { put, aConversation } = await aTextWorld();

    const refused = await put(1_000_000, await aConversation());

    expect(expectError(replaceTranscriptContract, refused, 422)).toEqual(TOO_LONG);
  });

  it('200 up to a quarter more than was recognized, however often it is corrected', async () => {
    const { put, store } = await aTextWorld();
    await store(100_000);

    expectSuccess(replaceTranscriptContract, await put(125_000), 200);
    expect(expectError(replaceTranscriptContract, await put(125_001), 422)).toEqual(TOO_LONG);
    expectSuccess(replaceTranscriptContract, await put(90_000), 200);
    expectSuccess(replaceTranscriptContract, await put(125_000), 200);
  });

  it('200 where the length of the audio is not known', async () => {
    const { put } = await aTextWorld({ ...RECOGNIZED, text: { revision: '1', durationSeconds: null } });

    expectSuccess(replaceTranscriptContract, await put(1_000_000), 200);
  });

  it.each(['translation', 'subtitles'] as const)('422: %s of more than three times their source', async (kind) => {
    const { put, store, text, world, owner } = await aTextWorld();
    await store(10_000);
    const made = await anOrderConversation(world, owner, { kind, sourceConversationId: text.id });

    expectSuccess(replaceTranscriptContract, await put(50_000, made.id), 200);
    expect(expectError(replaceTranscriptContract, await put(50_001, made.id), 422)).toEqual(TOO_LONG);
  });

  it('422: no more where the source is deleted than its audio explains', async () => {
    const { put } = await aTextWorld({ kind: 'translation' });

    expectSuccess(replaceTranscriptContract, await put(3 * MOST + 20_000), 200);
    expect(expectError(replaceTranscriptContract, await put(3 * MOST + 20_001), 422)).toEqual(TOO_LONG);
  });

  it('422: nor where a source is larger that was corrected before', async () => {
    const { put, store, text, world, owner } = await aTextWorld();
    await store(1_000_000);
    const made = await anOrderConversation(world, owner, { kind: 'subtitles', sourceConversationId: text.id });

    expect(expectError(replaceTranscriptContract, await put(3 * MOST + 20_001, made.id), 422)).toEqual(TOO_LONG);
  });
});
