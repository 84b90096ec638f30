import { folders } from '#functions/api/folders/index';
import {
  deleteConversationContract,
  getConversationContract,
  getTranscriptContract,
  listConversationsContract,
  restoreConversationContract,
} from '#shared/texts/conversations/contract';
import { findConversations } from '#shared/texts/exports/commands/add-export';
import { anOrderWorld } from '#test/contract/orders/an-order';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { orderWorker } from '#test/support/order-worker';
import { aConversationWorld } from './a-conversation.ts';
import { anOrderConversation } from './an-order-conversation.ts';

const DAY_MS = 86_400_000;
const UNKNOWN = 'con_00000000000000000000000000';

/** A translation, and what moves it to the trash and back. */
async function aTrashWorld() {
  const made = await aConversationWorld();
  const { key, workspaceId } = made.owner;
  const { id } = await anOrderConversation(made.world, made.owner);
  const callFolders = callsTo(folders(made.world.context));
  return {
    ...made,
    id,
    remove: (one: string = id, as = key) => made.call('DELETE', `/conversations/${one}`, { key: as }),
    restore: (one: string = id, as = key) => made.call('POST', `/conversations/${one}/restore`, { key: as }),
    idsIn: async (query = ''): Promise<readonly string[]> =>
      expectSuccess(listConversationsContract, await made.list(query), 200).data.map((one: { id: string }) => one.id),
    inAFolder: async (): Promise<string> => {
      const body = { workspace_id: workspaceId, name: 'Sales' };
      const folder = (await callFolders('POST', '/folders', { key, body })).body.id;
      await made.update(id, { folder_id: folder });
      return folder;
    },
    removeFolder: (folder: string) => callFolders('DELETE', `/folders/${folder}`, { key }),
    countIn: async (folder: string) =>
      (await callFolders('GET', `/folders/${folder}`, { key })).body.conversations_count,
  };
}

describe('DELETE /conversations/{id}', () => {
  it('200: answers the conversation with the time of its deletion', async () => {
    const { id, read, remove } = await aTrashWorld();
    const before = (await read(id)).body;

    const deleted = expectSuccess(deleteConversationContract, await remove(), 200);

    expect(deleted).toEqual({ ...before, updated_at: expect.any(String), deleted_at: deleted.updated_at });
  });

  it('leaves it to the list of the trash alone', async () => {
    const { id, world, owner, read, update, remove, idsIn } = await aTrashWorld();
    const other = await anOrderConversation(world, owner);

    await remove();

    expect(expectError(getConversationContract, await read(id), 404)).toEqual(['not_found']);
    expect(expectError(getTranscriptContract, await read(id, '/transcript'), 404)).toEqual(['not_found']);
    expect((await update(id, { name: 'Mine' })).status).toBe(404);
    expect(await findConversations(world.context.table, [id])).toEqual([undefined]);
    expect([await idsIn(), await idsIn('&deleted=true')]).toEqual([[other.id], [id]]);
    expect(await idsIn('&deleted=true&kind=subtitles')).toEqual([]);
  });

  it('takes it out of the count of its folder, which can be deleted then', async () => {
    const { remove, inAFolder, countIn, removeFolder } = await aTrashWorld();
    const folder = await inAFolder();

    await remove();

    expect(await countIn(folder)).toBe(0);
    expect((await removeFolder(folder)).status).toBe(200);
  });

  it('401: a guest', async () => {
    const { world, owner, id, remove } = await aTrashWorld();
    const guest = await world.aColleague(owner.workspaceId, 'guest');

    expect(expectError(deleteConversationContract, await remove(id, guest.key), 401)).toEqual(['unauthorized']);
  });

  it('404: an unknown conversation, and one that is in the trash', async () => {
    const { id, remove } = await aTrashWorld();
    await remove();

    expect(expectError(deleteConversationContract, await remove(UNKNOWN), 404)).toEqual(['not_found']);
    expect(expectError(deleteConversationContract, await remove(id), 404)).toEqual(['not_found']);
  });

  it('409: the conversation of a meeting', async () => {
    const { aConversation, remove, read } = await aTrashWorld();
    const id = await aConversation();

    expect(expectError(deleteConversationContract, await remove(id), 409)).toEqual(['conflict']);
    expect((await read(id)).status).toBe(200);
  });

  it('409: while its order runs, and 200 once that has ended', async () => {
    const { order, readOrder, callText, owner, worker } = await anOrderWorld();
    const { id } = (await order()).body;
    const { outputs_ids: outputs } = await readOrder(id);
    const remove = () => callText('DELETE', `/conversations/${outputs[0]}`, { key: owner.key });

    const refused = await remove();
    await worker.untilQuiet();

    expect(expectError(deleteConversationContract, refused, 409)).toEqual(['conflict']);
    expect((await remove()).status).toBe(200);
    expect((await readOrder(id)).state).toBe('fulfilled');
  });

  it('fails an order that waits for it', async () => {
    const { world, owner, order, readOrder, callText, worker } = await anOrderWorld();
    const { id: source } = await anOrderConversation(world, owner, {
      kind: 'transcription',
      sourceConversationId: null,
    });
    const { id } = (await order({ source_conversation_id: source, target_languages: ['de'] })).body;
    await callText('DELETE', `/conversations/${source}`, { key: owner.key });

    await worker.untilQuiet();

    expect(await readOrder(id)).toMatchObject({ state: 'failed', failure_reason: 'source_failed' });
  });
});

describe('POST /conversations/{id}/restore', () => {
  it('200: returns it to its folder, as it was', async () => {
    const { id, read, remove, restore, inAFolder, countIn, idsIn } = await aTrashWorld();
    const folder = await inAFolder();
    const before = (await read(id)).body;
    await remove();

    const restored = expectSuccess(restoreConversationContract, await restore(), 200);

    expect(restored).toEqual({ ...before, updated_at: expect.any(String) });
    expect((await read(id)).body).toEqual(restored);
    expect([await countIn(folder), await idsIn('&deleted=true')]).toEqual([1, []]);
  });

  it('200: returns it to the root where its folder is gone', async () => {
    const { remove, restore, inAFolder, removeFolder } = await aTrashWorld();
    const folder = await inAFolder();
    await remove();
    await removeFolder(folder);

    expect(expectSuccess(restoreConversationContract, await restore(), 200).folder_id).toBeNull();
  });

  it('200: leaves one that is not in the trash as it is', async () => {
    const { id, read, restore } = await aTrashWorld();
    const before = (await read(id)).body;

    expect(expectSuccess(restoreConversationContract, await restore(), 200)).toEqual(before);
  });

  it('401: a guest', async () => {
    const { world, owner, id, remove, restore } = await aTrashWorld();
    const guest = await world.aColleague(owner.workspaceId, 'guest');
    await remove();

    expect(expectError(restoreConversationContract, await restore(id, guest.key), 401)).toEqual(['unauthorized']);
  });

  it('404: an unknown conversation, and one whose time in the trash is over', async () => {
    const { world, remove, restore } = await aTrashWorld();
    await remove();
    world.clock.advance(30 * DAY_MS);

    expect(expectError(restoreConversationContract, await restore(UNKNOWN), 404)).toEqual(['not_found']);
    expect(expectError(restoreConversationContract, await restore(), 404)).toEqual(['not_found']);
  });
});

describe('the trash', () => {
  it('is emptied of a conversation and its text after 30 days', async () => {
    const { id, world, remove, idsIn } = await aTrashWorld();
    const worker = orderWorker(world);
    const textsOf = () => [...world.files.files.keys()].filter((key) => key.includes(id)).length;
    await remove();

    world.clock.advance(30 * DAY_MS - 1);
    await worker.untilQuiet();
    expect([await idsIn('&deleted=true'), textsOf()]).toEqual([[id], 1]);

    world.clock.advance(1);
    await worker.untilQuiet();
    expect([await idsIn('&deleted=true'), textsOf(), worker.due()]).toEqual([[], 0, []]);
  });

  it('keeps what was restored, where the message that it is due comes late', async () => {
    const { id, world, read, remove, restore } = await aTrashWorld();
    const worker = orderWorker(world);
    await remove();
    const [due] = worker.due();
    await restore();
    world.clock.advance(31 * DAY_MS);

    await worker.deliver(due);

    expect((await read(id)).status).toBe(200);
  });
});

describe('names, moves to the trash and restores', () => {
  it('429: more than 300 a minute, together, with nothing changed; what names nothing anew does not count', async () => {
    const { id, remove, restore, update, read, world, owner } = await aTrashWorld();
    const { useOf, limitCounter, clock } = world.context;
    const use = useOf('conversation_changes', owner.workspaceId, clock.now());
    for (let used = 3; used < use.most; used += 1) await limitCounter.take(use);

    const last = [(await update(id, { name: 'A' })).status, (await remove()).status, (await restore()).status];
    const beyond = [await update(id, { name: 'B' }), await remove()];
    const uncounted = [await update(id, { name: 'A' }), await update(id, { tags: ['late'] }), await restore()];

    expect(last).toEqual([200, 200, 200]);
    expect(beyond.map(({ status, body }) => [status, body.errors[0].code])).toEqual([
      [429, 'rate_limited'],
      [429, 'rate_limited'],
    ]);
    expect(uncounted.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read(id)).body).toMatchObject({ name: 'A', tags: ['late'] });
  });
});
