import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { transcriptKey } from '#shared/meetings/results/ports';
import { getTranscriptContract } from '#shared/texts/conversations/contract';
import { aTextOfShortWords, LONG_TEXT, ONE_READING } from '#test/support/a-long-text';
import { aWorld } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it, jest } from '#test/support/jest';
import { aConversationWorld } from './a-conversation.ts';
import { anOrderConversation } from './an-order-conversation.ts';

/** A workspace with a text that is counted. */
async function aLongTextWorld(limits: LimitOverrides = {}) {
  const made = await aConversationWorld(aWorld({ useOf: useFactory(limits) }));
  const { world, owner, call } = made;
  const aText = async (of: { readonly workspaceId: WorkspaceId } = owner, text = LONG_TEXT) => {
    const { id: conversationId, workspaceId } = await anOrderConversation(world, of, { kind: 'transcription' });
    const file = { workspaceId, conversationId, revision: '1' };
    await resultsInFiles(world.context.files).saveTranscript(file, text);
    return { id: conversationId, sizeBytes: world.files.files.get(transcriptKey(file))?.length };
  };
  const request = (method: string, path: string, body?: object) =>
    call(method, `/conversations/${path}`, { key: owner.key, headers: { 'if-match': '*' }, ...(body && { body }) });
  const { id, sizeBytes } = await aText();
  return {
    ...{ ...made, aText, request, id, sizeBytes },
    transcript: (one: string = id, key = owner.key) => call('GET', `/conversations/${one}/transcript`, { key }),
  };
}

describe('a text of more than 1 MB', () => {
  it.each([
    ['its transcript', 'GET', '/transcript', undefined],
    ['its transcript, by HEAD', 'HEAD', '/transcript', undefined],
    ['its transcript as a file', 'GET', '/transcript?format=srt', undefined],
    ['its summary', 'GET', '/summary', undefined],
    ['subtitles of it', 'GET', '/convert_to_subtitles', undefined],
    ['a correction of a word', 'PATCH', '/transcript', { segments: [{ id: 'seg_1', text: 'b' }] }],
    ['a correction of all', 'PUT', '/transcript', { speakers: [], segments: [] }],
  ])('429: %s, beyond the bytes of a minute, before a byte is read', async (_what, method, path, body) => {
    const { world, id, request, transcript } = await aLongTextWorld({ content_bytes: ONE_READING });
    expect((await transcript()).status).toBe(200);
    const reading = jest.spyOn(world.context.files, 'get');

    const refused = await request(method, `${id}${path}`, body);

    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    const read = await Promise.allSettled(reading.mock.results.map(({ value }) => value));
    expect(read.map(({ status }) => status)).toEqual(['rejected']);
  });

  it('is read again in the next minute', async () => {
    const { world, transcript } = await aLongTextWorld({ content_bytes: ONE_READING });

    expectSuccess(getTranscriptContract, await transcript(), 200);
    expect(expectError(getTranscriptContract, await transcript(), 429)).toEqual(['rate_limited']);
    world.clock.advance(MINUTE_MS);
    expectSuccess(getTranscriptContract, await transcript(), 200);
  });

  it('counts by its bytes, and a smaller one does not', async () => {
    const { world, owner, aText, transcript, sizeBytes } = await aLongTextWorld({ content_bytes: 2 * ONE_READING });
    const small = await aText(owner, aTextOfShortWords(10_000));
    const used = () =>
      world.dynamo.items().flatMap(({ pk, used: bytes }) => (pk?.S?.includes('content_bytes') ? [bytes?.N] : []));

    await transcript(small.id);
    const before = used();
    await transcript();

    expect([before, used()]).toEqual([[], [String(sizeBytes), String(sizeBytes)]]);
  });

  it('leaves its bytes to other workspaces, up to those of all that their founder has', async () => {
    const limits = { content_bytes: ONE_READING, user_content_bytes: 2 * ONE_READING };
    const { world, owner, aText, transcript } = await aLongTextWorld(limits);
    const others = [await world.aWorkspaceOf(owner.userId, 'B'), await world.aWorkspaceOf(owner.userId, 'C')];
    const [second, third] = await Promise.all(others.map(({ id }) => aText({ workspaceId: id })));
    const stranger = await world.anOwner('Other');
    const foreign = await aText(stranger);

    const statuses: number[] = [];
    for (const id of [undefined, undefined, undefined, second?.id, third?.id])
      statuses.push((await transcript(id)).status);

    expect(statuses).toEqual([200, 429, 429, 200, 429]);
    expect((await transcript(foreign.id, stranger.key)).status).toBe(200);
  });
});
