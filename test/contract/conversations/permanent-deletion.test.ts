import { conversations as api } from '#functions/api/conversations/index';
import type { ConversationId } from '#shared/foundation/core/ids';
import { deleteConversationContract } from '#shared/texts/conversations/contract';
import { conversations, findInTrashToo } from '#shared/texts/conversations/store';
import { anExportWorld } from '#test/contract/exports/an-export';
import { anOrderWorld } from '#test/contract/orders/an-order';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { aConversationWorld } from './a-conversation.ts';
import { anOrderConversation } from './an-order-conversation.ts';

/** A translation, and what deletes it. */
async function aDeletionWorld() {
  const made = await aConversationWorld();
  const { id } = await anOrderConversation(made.world, made.owner);
  const { key } = made.owner;
  return {
    ...made,
    id,
    remove: (one: string, query = '?permanent=true') => made.call('DELETE', `/conversations/${one}${query}`, { key }),
    keeper: housekeepingWorker(made.world),
    /** Search has a tombstone besides, without a text. */
    filesOf: (one: string) =>
      [...made.world.files.files.keys()].filter((file) => file.includes(`/${one}/`) && !file.endsWith('.gone')),
  };
}

describe('DELETE /conversations/{id}?permanent=true', () => {
  it('200: answers the conversation as it was, which is gone at once, and its text soon after', async () => {
    const { id, world, read, remove, keeper, filesOf } = await aDeletionWorld();
    const before = (await read(id)).body;

    const deleted = expectSuccess(deleteConversationContract, await remove(id), 200);
    await keeper.untilQuiet();

    expect(deleted).toEqual(before);
    expect(await findInTrashToo(world.context.table, id)).toBeUndefined();
    expect(filesOf(id)).toEqual([]);
  });

  it('200: deletes what is in the trash', async () => {
    const { id, world, remove, list } = await aDeletionWorld();
    await remove(id, '');

    expect(expectSuccess(deleteConversationContract, await remove(id), 200).deleted_at).toEqual(expect.any(String));

    expect(await findInTrashToo(world.context.table, id)).toBeUndefined();
    expect((await list('&deleted=true')).body.data).toEqual([]);
  });

  it('keeps the texts of other conversations', async () => {
    const { id, world, owner, remove, keeper, filesOf } = await aDeletionWorld();
    const other = await anOrderConversation(world, owner);

    await remove(id);
    await keeper.untilQuiet();

    expect(filesOf(other.id)).toHaveLength(1);
    expect(await conversations.find(world.context.table, other.id)).toBeDefined();
  });

  it('ends the exports that hold it, written or not, and no others', async () => {
    const { world, owner, worker, create, read, aText } = await anExportWorld();
    const [id, other] = [await aText(), await aText()];
    const exported = async (...ids: readonly string[]) =>
      (await create({ conversation_ids: ids, format: 'txt' })).body.id;
    const written = [await exported(id, other), await exported(other)] as const;
    await worker.run();
    const waiting = await exported(id);

    await callsTo(api(world.context))('DELETE', `/conversations/${id}?permanent=true`, { key: owner.key });
    await housekeepingWorker(world).untilQuiet();

    const shown = async (one: string) => {
      const { state, failure_reason: reason } = (await read(one)).body;
      return [state, reason];
    };
    expect(await Promise.all([...written, waiting].map(shown))).toEqual([
      ['expired', null],
      ['ready', null],
      ['failed', 'conversation_deleted'],
    ]);
  });

  it('404: a conversation that is gone', async () => {
    const { id, remove } = await aDeletionWorld();
    await remove(id);

    expect(expectError(deleteConversationContract, await remove(id), 404)).toEqual(['not_found']);
  });

  it('409: the conversation of a meeting, and one whose order runs', async () => {
    const { source, order, readOrder, callText, owner, world } = await anOrderWorld();
    const { id } = (await order()).body;
    const [output] = (await readOrder(id)).outputs_ids;
    const remove = (one: string) => callText('DELETE', `/conversations/${one}?permanent=true`, { key: owner.key });

    expect(expectError(deleteConversationContract, await remove(source), 409)).toEqual(['conflict']);
    expect(expectError(deleteConversationContract, await remove(output), 409)).toEqual(['conflict']);
    expect(await conversations.find(world.context.table, output as ConversationId)).toBeDefined();
  });

  it('400: permanent that is neither true nor false', async () => {
    const { id, remove } = await aDeletionWorld();

    const refused = await remove(id, '?permanent=maybe');

    expect(expectError(deleteConversationContract, refused, 400)).toEqual(['bad_request permanent']);
  });
});
