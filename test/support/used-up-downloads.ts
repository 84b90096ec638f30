import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { firstUses, LIMITS } from '#shared/foundation/core/limits';
import { useFactory } from '#shared/foundation/core/uses';
import { addDownloads } from '#shared/texts/downloads/downloads-store';
import type { World } from '#test/support/api';

/** What a workspace downloads in a day beyond the first of it, which do not count for its founder. */
const { most } = LIMITS.downloaded_bytes;
export const BEYOND_FIRST = most - firstUses('downloaded_bytes', most);

interface UsedUp {
  readonly workspaceId?: WorkspaceId;
  /** All workspaces that the user founded, together. */
  readonly founderId?: UserId;
  /** By default all that may be downloaded in a day. */
  readonly less?: number;
}

/** Counts as much as may be downloaded in this day (UTC). */
export async function useUpDownloads(
  { context, clock }: World,
  { workspaceId, founderId, less = 0 }: UsedUp,
): Promise<void> {
  const useOf = useFactory();
  const now = clock.now();
  const uses = [
    ...(workspaceId ? [useOf('downloaded_bytes', workspaceId, now)] : []),
    ...(founderId ? [useOf('user_downloaded_bytes', founderId, now)] : []),
  ];
  await context.table.transact(addDownloads(uses.map((use) => ({ ...use, amount: use.most - less }))));
}
