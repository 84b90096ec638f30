import { workspaces } from '#functions/api/workspaces/index';
import type { ConversationId } from '#shared/foundation/core/ids';
import { DAY_MS } from '#shared/foundation/core/time';
import { getUsageContract as contract } from '#shared/lifecycle/usage/contract';
import { emptyTrash } from '#shared/texts/conversations/commands/empty-trash';
import { slicesInFiles } from '#shared/texts/orders/slices-in-files';
import { anExportWorld } from '#test/contract/exports/an-export';
import { aMediaOrderWorld } from '#test/contract/orders/a-media-order';
import { anUploadWorld } from '#test/contract/uploads/upload-world';
import { callsTo, type World } from '#test/support/api';
import { expectSuccess } from '#test/support/expect-response';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { aVideo } from '#test/unit/media/media-files';
import { aUsageWorld } from './a-usage-world.ts';

interface Owner {
  readonly key: string;
  readonly workspaceId: string;
}

/** The bytes that a workspace keeps today, once all is counted. */
async function keptBytes(world: World, { key, workspaceId }: Owner): Promise<number> {
  await housekeepingWorker(world).runOnce();
  const call = callsTo(workspaces(world.context));
  const answer = await call('GET', `/usage?workspace_id=${workspaceId}&by=kind`, { key });
  const { data } = expectSuccess(contract, answer, 200);
  const { quantity } = data.find(({ kind }: { readonly kind: string }) => kind === 'stored_gigabytes');
  return Math.round(quantity * 1e9);
}

describe('the stored gigabytes of GET /usage', () => {
  it('are those of each day, as a level', async () => {
    const { aRecordedBot, world, owner, read } = await aUsageWorld();
    await aRecordedBot();
    const bytes = await keptBytes(world, owner);
    world.clock.advance(2 * DAY_MS);

    const { data } = (await read('&from=2026-11-01')).body;

    expect(bytes).toBeGreaterThan(0);
    expect(data.filter(({ kind }: { readonly kind: string }) => kind === 'stored_gigabytes')).toEqual(
      ['2026-11-02', '2026-11-03', '2026-11-04'].map((day) => ({
        ...{ day, member_id: null, kind: 'stored_gigabytes', quantity: bytes / 1e9 },
      })),
    );
  });

  it('have the file of an export until it expires', async () => {
    const { world, owner, anExport, worker, conversationId } = await withConversation();
    const { size, state } = await anExport({ conversation_ids: [conversationId], format: 'txt' });
    expect(state).toBe('ready');
    expect(await keptBytes(world, owner)).toBe(size);

    worker.untilDue();
    await worker.run();

    expect(await keptBytes(world, owner)).toBe(0);
  });

  it('have an upload in parts from its completion on, for seven days', async () => {
    const { world, owner, create, complete, storage, keyOf } = await anUploadWorld();
    const { id, parts } = (await create({ size: 10_000_000 })).body;
    expect(await keptBytes(world, owner)).toBe(0);
    const sent = parts.map(({ number }: { readonly number: number }) => ({
      number,
      etag: storage.putPart(keyOf(id), number, new Uint8Array(1)),
    }));
    await complete(id, sent);
    await complete(id, sent);

    expect(await keptBytes(world, owner)).toBe(10_000_000);
    world.clock.advance(6 * DAY_MS);
    expect(await keptBytes(world, owner)).toBe(10_000_000);
    world.clock.advance(DAY_MS);
    expect(await keptBytes(world, owner)).toBe(0);
  });

  it('have a whole upload once an order has read it, and the media of its text until that is deleted', async () => {
    const { world, owner, order, worker, callTexts, conversation } = await aMediaOrderWorld();
    const size = aVideo().byteLength;
    const { body } = await order();
    expect(await keptBytes(world, owner)).toBe(0);
    while (await worker.next());
    const [text] = body.outputs_ids;
    expect((await conversation(text)).body.state).toBe('automatic_done');
    expect(await keptBytes(world, owner)).toBe(2 * size);
    world.clock.advance(8 * DAY_MS);
    expect(await keptBytes(world, owner)).toBe(size);

    await callTexts('DELETE', `/conversations/${text}`, { key: owner.key });
    expect(await keptBytes(world, owner)).toBe(size);
    world.clock.advance(31 * DAY_MS);
    await emptyTrash(slicesInFiles(world.files))(world.context)(text as ConversationId);

    expect(await keptBytes(world, owner)).toBe(0);
  });
});

async function withConversation() {
  const made = await anExportWorld();
  const conversationId = await made.aText();
  return { ...made, conversationId };
}
