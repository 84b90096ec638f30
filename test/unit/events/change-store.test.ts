import type { Changes, Observer } from '#shared/foundation/commands/changes';
import type { Key, Write } from '#shared/foundation/core/table';
import { changeStore } from '#shared/foundation/events/change-store';
import { outboxRefIn } from '#shared/foundation/events/outbox';
import { storedSnapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const { ids } = aWorld().context;
const BOT = ids.make('bot');
const aRow = (pk: string): Write => ({ put: { pk, sk: 'ROW', type: 'note' } });
const change: Changes = {
  ...{ at: noon, writes: [[aRow('changed')]] },
  jobs: [{ type: 'bot.due', botId: BOT }],
};

/** Saves the change under these observers. */
function aSave(...observers: readonly Observer[]) {
  const table = tableOver(inMemoryMainTable());
  const written: Key[] = [];
  const noted = {
    ...table,
    transact: async (writes: readonly Write[]) => {
      await table.transact(writes);
      written.push(...writes.flatMap((write) => ('put' in write ? [write.put] : [])));
    },
  };
  const saved = changeStore(noted, { ids, snapshot: storedSnapshotOf, observers }).save(change);
  return { table, saved, written };
}

describe('observers of a transaction', () => {
  it('see the change, and what they answer is saved with it, their jobs after its own', async () => {
    const seen: Changes[] = [];
    const { saved, written } = aSave(
      (changes) => {
        seen.push(changes);
        return { writes: [[aRow('observed')]] };
      },
      () => ({ jobs: [{ type: 'job.recording', botId: BOT }] }),
      () => ({}),
    );

    await saved;

    expect(seen).toMatchObject([change]);
    expect(written.flatMap(({ pk, sk }) => (sk === 'ROW' ? [pk] : []))).toEqual(['changed', 'observed']);
    expect(written.flatMap((key) => outboxRefIn(key)?.type ?? [])).toEqual(['bot.due', 'job.recording']);
  });

  it('may not write a row that the change writes: nothing is saved', async () => {
    const { table, saved } = aSave(() => ({ writes: [[aRow('changed')]] }));

    await expect(saved).rejects.toThrow('multiple operations on one item');
    expect(await table.get({ pk: 'changed', sk: 'ROW' })).toBeUndefined();
  });
});
