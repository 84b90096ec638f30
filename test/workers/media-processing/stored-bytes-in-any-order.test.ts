import fc from 'fast-check';
import { storedBytes } from '#shared/accounts/usage/stored-bytes-store';
import { HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import { addUpload } from '#shared/texts/uploads/commands/add-upload';
import { aMediaOrderWorld } from '#test/contract/orders/a-media-order';
import { aRemoteFile } from '#test/support/a-remote-file';
import { aWorld, type World } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { aVideo } from '#test/unit/media/media-files';

const LARGEST = 2 ** 31;

/** A worker is killed at its nth save, before it or after it. */
const kill = fc.option(fc.record({ save: fc.integer({ min: 1, max: 4 }), keepsIt: fc.boolean() }), { nil: undefined });
const nth = fc.nat({ max: 9 });

const step = fc.oneof(
  fc.record({ does: fc.constant('uploads' as const), isSized: fc.boolean() }),
  fc.record({ does: fc.constant('orders' as const), nth, isElsewhere: fc.boolean(), confirm: fc.boolean() }),
  fc.record({ does: fc.constantFrom('cancels' as const, 'confirms' as const, 'retries' as const), nth }),
  fc.record({ does: fc.constant('deletes' as const), nth }),
  fc.record({ does: fc.constant('works' as const), kill }),
  fc.record({ does: fc.constant('counts' as const), kill }),
  fc.record({ does: fc.constant('waits' as const), hours: fc.integer({ min: 1, max: 200 }), kill }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type Kill = typeof kill extends fc.Arbitrary<infer One> ? One : never;

/** A world whose saves fail from the nth on while a worker is being killed. */
function aMortalWorld() {
  const world = aWorld();
  const { save } = world.context.changes;
  let left = Number.POSITIVE_INFINITY;
  let keepsLast = false;
  const dying: typeof save = async (changes) => {
    left -= 1;
    if (left === 0 && keepsLast) await save(changes);
    if (left <= 0) throw new Error('killed');
    await save(changes);
  };
  const mortal: World = { ...world, context: { ...world.context, changes: { save: dying } } };
  return {
    world: mortal,
    /** Work that is killed, or not; what its leases held is free again afterwards. */
    async until(fate: Kill, work: () => Promise<unknown>): Promise<void> {
      if (fate) [left, keepsLast] = [fate.save, fate.keepsIt];
      try {
        await work();
      } catch (error) {
        if (left > 0) throw error;
      }
      left = Number.POSITIVE_INFINITY;
      if (fate) world.clock.advance(10 * MINUTE_MS);
    },
  };
}

/** A workspace that uploads, orders and deletes, with its workers. */
async function aHistory(limit: number) {
  const { world, until } = aMortalWorld();
  const made = await aMediaOrderWorld({ fileAt: () => aRemoteFile({ bytes: aVideo(), piece: 100_000 }).source }, world);
  const { owner, order, act, worker, call, callTexts } = made;
  const { key, workspaceId, userId } = owner;
  const { table } = world.context;
  const housekeeping = housekeepingWorker(world);
  const urls = [made.url];
  const ordered: { readonly id: string; readonly text: string }[] = [];
  await setUsageLimits(world.context)(workspaceId, { stored_bytes: limit });

  const upload = async (isSized: boolean): Promise<void> => {
    const bytes = aVideo();
    const size = isSized ? { sizeBytes: bytes.byteLength } : {};
    const asked = { workspaceId, userId, filename: 'talk.mp4', ...size };
    // Refused where there is no room, or no place.
    const one = await addUpload(world.context)(asked).catch(() => undefined);
    if (!one) return;
    await world.files.put(`uploads/${workspaceId}/${one.id}`, bytes, '');
    urls.push(await world.context.uploadStorage.urlOf(`uploads/${workspaceId}/${one.id}`));
  };
  const at = <One>(list: readonly One[], number: number): One | undefined => list[number % Math.max(1, list.length)];

  const take = async (one: Step): Promise<unknown> => {
    switch (one.does) {
      case 'uploads':
        return upload(one.isSized);
      case 'orders': {
        const url = one.isElsewhere ? 'https://files.example.test/a.mp4' : at(urls, one.nth);
        const { status, body } = await order({ url, confirm: one.confirm });
        if (status === 201) ordered.push({ id: body.id, text: body.operations[0].conversation_id });
        return;
      }
      case 'cancels':
      case 'confirms': {
        const found = at(ordered, one.nth);
        return found && act(found.id, one.does === 'cancels' ? 'cancel' : 'confirm');
      }
      case 'retries': {
        const found = at(ordered, one.nth);
        world.clock.advance(MINUTE_MS);
        return found && call('POST', `/orders/${found.id}/retry`, { key });
      }
      case 'deletes': {
        const found = at(ordered, one.nth);
        return found && callTexts('DELETE', `/conversations/${found.text}?permanent=true`, { key });
      }
      case 'works':
        return until(one.kill, () => worker.untilQuiet());
      case 'counts':
        return until(one.kill, () => housekeeping.runOnce());
      case 'waits':
        world.clock.advance(one.hours * HOUR_MS);
        return until(one.kill, () => worker.checkUploads());
    }
  };

  return {
    take,
    used: () => storedBytes(table, workspaceId),
    /** All that was begun is done, and reported twice. */
    async settle(): Promise<void> {
      while (await worker.next());
      await housekeeping.untilQuiet();
      await housekeeping.again('job.usage');
      // Uploads without a size are looked at.
      world.clock.advance(3 * HOUR_MS);
      await worker.checkUploads();
    },
    /** The bytes of media in the storage. */
    stored: (): number =>
      [...world.files.files]
        .filter(([one]) => one.startsWith('uploads/') || one.endsWith('/media'))
        .reduce((sum, [, bytes]) => sum + bytes.length, 0),
    async end(): Promise<void> {
      for (const { id, text } of ordered) {
        await act(id, 'cancel');
        await callTexts('DELETE', `/conversations/${text}?permanent=true`, { key });
      }
      world.clock.advance(9 * 24 * HOUR_MS);
      await worker.checkUploads();
      await this.settle();
    },
  };
}

describe('the stored bytes of a workspace', () => {
  it('equal the sum of what is stored, whatever was killed, repeated, canceled, retried and deleted, and never pass the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(LARGEST + 1, 3 * LARGEST, 1e12),
        fc.array(step, { minLength: 5, maxLength: 25 }),
        async (limit, steps) => {
          const history = await aHistory(limit);
          const seen: number[] = [];
          for (const one of steps) {
            await history.take(one);
            seen.push(await history.used());
          }
          await history.settle();
          const [counted, stored] = [await history.used(), history.stored()];
          await history.end();

          expect(seen.filter((bytes) => bytes < 0 || bytes > limit)).toEqual([]);
          expect(counted).toBe(stored);
          expect([await history.used(), history.stored()]).toEqual([0, 0]);
        },
      ),
      { numRuns: sized({ everyday: 10, release: 300 }) },
    );
  });
});
