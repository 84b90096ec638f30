import type { IngestionId, WorkspaceId } from '#shared/core/ids';
import { later, MINUTE_MS } from '#shared/core/time';
import { releaseLongDownload, takeLongDownload } from '#shared/orders/ingestion-places-store';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const MOST = 3;

function someDownloads() {
  const { context, clock } = aWorld();
  const workspace = (): WorkspaceId => context.ids.make('wks');
  const ingestion = (): IngestionId => context.ids.make('ing');
  const take = (workspaceId: WorkspaceId, ingestionId = ingestion()) =>
    takeLongDownload(context, { ingestionId, workspaceId, until: later(clock.now(), MINUTE_MS) }, MOST);
  return { workspace, ingestion, take, release: (id: IngestionId) => releaseLongDownload(context, id) };
}

describe('the places of long downloads', () => {
  it('are one for a workspace, which keeps it, and so many for the deployment', async () => {
    const { workspace, ingestion, take } = someDownloads();
    const [one, first] = [workspace(), ingestion()];

    const ofOne = [await take(one, first), await take(one), await take(one, first)];
    const ofOthers = [await take(workspace()), await take(workspace()), await take(workspace())];

    expect([ofOne, ofOthers]).toEqual([
      [true, false, true],
      [true, true, false],
    ]);
  });

  it('are free for the next file of a workspace once they are given back', async () => {
    const { workspace, ingestion, take, release } = someDownloads();
    const [one, first] = [workspace(), ingestion()];
    await take(one, first);

    await release(first);

    expect(await take(one)).toBe(true);
  });
});
