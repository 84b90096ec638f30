import type { IngestionId, UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { releaseLongIngestion, takeLongIngestion } from '#shared/texts/orders/ingestion-places-store';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const MOST = 4;

function someDownloads() {
  const { context, clock } = aWorld();
  const workspace = (): WorkspaceId => context.ids.make('wks');
  const ingestion = (): IngestionId => context.ids.make('ing');
  const user = (): UserId => context.ids.make('usr');
  const founders = new Map<WorkspaceId, UserId>();
  const takeOf = (founderId: UserId, workspaceId: WorkspaceId, ingestionId: IngestionId, most: number) =>
    takeLongIngestion(context, { ingestionId, workspaceId, founderId, until: later(clock.now(), MINUTE_MS) }, most);
  /** In a workspace of a user of its own. */
  const take = (workspaceId: WorkspaceId, ingestionId = ingestion()) => {
    const founder = founders.get(workspaceId) ?? user();
    founders.set(workspaceId, founder);
    return takeOf(founder, workspaceId, ingestionId, MOST);
  };
  /** In a new workspace of this user. */
  const takeFor = (founderId: UserId, most = MOST, ingestionId = ingestion()) =>
    takeOf(founderId, workspace(), ingestionId, most);
  return { workspace, ingestion, user, take, takeFor, release: (id: IngestionId) => releaseLongIngestion(context, id) };
}

describe('the places of long ingestions', () => {
  it('are one for a workspace, which keeps it, and so many for the deployment', async () => {
    const { workspace, ingestion, take } = someDownloads();
    const [one, first] = [workspace(), ingestion()];

    const ofOne = [await take(one, first), await take(one), await take(one, first)];
    const ofOthers = [
      await take(workspace()),
      await take(workspace()),
      await take(workspace()),
      await take(workspace()),
    ];

    expect([ofOne, ofOthers]).toEqual([
      [true, false, true],
      [true, true, true, false],
    ]);
  });

  it('are free for the next file of a workspace once they are given back', async () => {
    const { workspace, ingestion, take, release } = someDownloads();
    const [one, first] = [workspace(), ingestion()];
    await take(one, first);

    await release(first);

    expect(await take(one)).toBe(true);
  });

  it('are left to a user who waits by another who was served since, though that one looks first', async () => {
    const { workspace, ingestion, user, take, takeFor, release } = someDownloads();
    const [greedy, first, waiting] = [user(), ingestion(), workspace()];
    await takeFor(greedy, MOST, first);
    for (const one of [workspace(), workspace(), workspace()]) await take(one);
    await take(waiting);

    await release(first);

    expect([await takeFor(greedy), await take(waiting)]).toEqual([false, true]);
  });

  it('are half of those of the deployment for the workspaces of one user, and one at least', async () => {
    const { user, takeFor } = someDownloads();
    const [one, other] = [user(), user()];

    const ofOne = [await takeFor(one), await takeFor(one), await takeFor(one)];

    expect([ofOne, await takeFor(other)]).toEqual([[true, true, false], true]);
    expect(await someDownloads().takeFor(one, 1)).toBe(true);
  });
});
