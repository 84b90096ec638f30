import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { downloadedOf, downloadUses } from '#shared/texts/downloads/downloads-store';
import { aWorld, noon, type World } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { aLogLine } from '#test/unit/downloads/log-lines';

const KEY = '2026-11-02-11-59-00-2A7B3C4D5E6F7081';

const mediaOf = (workspaceId: WorkspaceId) => `${workspaceId}/bot_01kcw3v9e2f3hb5wnkq8zr6m4t/media/video.mp4`;

/** A housekeeping worker that reads these logs by their keys. */
function aWorker(world: World, logs: Readonly<Record<string, readonly string[]>>) {
  const lines: object[] = [];
  const worker = housekeepingWorker(world, {
    accessLogs: {
      async *lines({ key }) {
        yield* logs[key] ?? [];
      },
    },
    log: (entry) => lines.push(entry),
  });
  return { ...worker, lines };
}

/** Bytes of the workspace and of its founder. */
async function downloaded({ context }: World, of: { workspaceId: WorkspaceId; userId: UserId }, at: Instant = noon) {
  const uses = downloadUses(useFactory(), { workspaceId: of.workspaceId, founderId: of.userId }, at);
  return (await downloadedOf(context.table, uses)).map(({ used }) => used);
}

describe('an access log', () => {
  it('counts what links of a workspace were used for, for it and its founder', async () => {
    const world = aWorld();
    const owner = await world.anOwner();
    const other = await world.aWorkspaceOf(owner.userId, 'Other');
    const worker = aWorker(world, {
      [KEY]: [
        aLogLine({ key: mediaOf(owner.workspaceId), sent: '2000000000' }),
        aLogLine({ key: `uploads/${owner.workspaceId}/upl_1`, operation: 'REST.PUT.OBJECT', sent: '-' }),
        aLogLine({ key: mediaOf(owner.workspaceId), authentication: 'AuthHeader' }),
        'broken',
        aLogLine({ key: mediaOf(other.id), sent: '500000' }),
      ],
    });

    await worker.accessLogStored(KEY);

    expect(await downloaded(world, owner)).toEqual([2_000_064_000, 2_000_564_000]);
    expect(await downloaded(world, { ...owner, workspaceId: other.id })).toEqual([500_000, 2_000_564_000]);
    expect(worker.lines).toEqual([
      { worker: 'housekeeping', message: 'access log', lines: 5, broken: 1, workspaces: 2 },
    ]);
  });

  it('counts once, however often its message comes, and beside other logs', async () => {
    const world = aWorld();
    const owner = await world.anOwner();
    const line = aLogLine({ key: mediaOf(owner.workspaceId), sent: '1000000' });
    const second = KEY.replace('2A7B', '3A7B');
    const worker = aWorker(world, { [KEY]: [line, line], [second]: [line] });

    await Promise.all([worker.accessLogStored(KEY), worker.accessLogStored(KEY)]);
    await worker.accessLogStored(second);
    world.clock.advance(DAY_MS);
    await worker.accessLogStored(KEY);

    expect(await downloaded(world, owner)).toEqual([3_000_000, 3_000_000]);
    expect(await downloaded(world, owner, later(noon, DAY_MS))).toEqual([0, 0]);
  });

  it('counts each of a hundred workspaces once, where it was interrupted', async () => {
    const world = aWorld();
    const owners = await Promise.all(Array.from({ length: 100 }, (_, nth) => world.anOwner(`Acme${nth}`)));
    const lines = owners.map(({ workspaceId }) => aLogLine({ key: mediaOf(workspaceId), sent: '1000000' }));
    let saves = 0;
    const context = {
      ...world.context,
      changes: {
        async save(changes: Parameters<typeof world.context.changes.save>[0]) {
          saves += 1;
          if (saves === 2) throw new Error('The worker was killed.');
          await world.context.changes.save(changes);
        },
      },
    };
    const killed = housekeepingWorker(world, {
      context,
      accessLogs: {
        async *lines() {
          yield* lines;
        },
      },
    });

    await expect(killed.accessLogStored(KEY)).rejects.toThrow('killed');
    await aWorker(world, { [KEY]: lines }).accessLogStored(KEY);

    for (const owner of owners) expect(await downloaded(world, owner)).toEqual([1_000_000, 1_000_000]);
  });

  it('counts for a workspace that is gone, whose founder is not known', async () => {
    const world = aWorld();
    const gone = 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t' as WorkspaceId;
    await aWorker(world, { [KEY]: [aLogLine({ key: mediaOf(gone) })] }).accessLogStored(KEY);

    const [{ used } = { used: 0 }] = await downloadedOf(
      world.context.table,
      downloadUses(useFactory(), { workspaceId: gone, founderId: undefined }, noon),
    );
    expect(used).toBe(1_000_000);
  });

  it('counts on the day on which S3 delivered it, and today where its name does not say', async () => {
    const world = aWorld();
    const owner = await world.anOwner();
    const lines = [aLogLine({ key: mediaOf(owner.workspaceId), sent: '1000000' })];
    const worker = aWorker(world, { [KEY]: lines, other: lines });
    world.clock.advance(DAY_MS);

    await worker.accessLogStored(KEY);
    await worker.accessLogStored('other');

    expect(await downloaded(world, owner)).toEqual([1_000_000, 1_000_000]);
    expect(await downloaded(world, owner, later(noon, DAY_MS))).toEqual([1_000_000, 1_000_000]);
  });

  it('is a failed message where it cannot be read', async () => {
    const world = aWorld();
    const worker = housekeepingWorker(world, {
      accessLogs: {
        // biome-ignore lint/correctness/useYield: it fails before its first line.
        async *lines() {
          throw new Error('S3 ended its answer early.');
        },
      },
    });
    await expect(worker.accessLogStored(KEY)).rejects.toThrow('early');
  });
});
