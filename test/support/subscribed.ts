import type { WorkspaceId } from '#shared/core/ids';
import { OUTBOX_SORT_KEY_PREFIX } from '#shared/infrastructure-names';
import { workspaces as storedWorkspaces, workspaceStore } from '#shared/workspaces/store';
import type { World } from '#test/support/api';

/** An endpoint for every event, as the workspace remembers it. */
export async function subscribe({ context, clock }: World, workspaceId: WorkspaceId): Promise<void> {
  const before = await workspaceStore(context.table).find(workspaceId);
  if (!before) throw new Error('The workspace is not there');
  const endpoints = [{ id: context.ids.make('whe'), types: ['*'], enabled: true, pin: '2026-10-12' }];
  await context.changes.save({
    at: clock.now(),
    writes: [storedWorkspaces.put(before, { ...before.state, endpoints })],
  });
}

/** The types of all that was ever put in the outbox, to be told or done, in the order of the alphabet. */
export const inOutbox = ({ dynamo }: World): readonly string[] =>
  dynamo
    .items()
    .flatMap(({ sk }) =>
      sk?.S?.startsWith(OUTBOX_SORT_KEY_PREFIX) ? [sk.S.slice(OUTBOX_SORT_KEY_PREFIX.length).split('#')[0] ?? ''] : [],
    )
    .sort();

/** Of these, what endpoints hear of. */
export const toldIn = (world: World): readonly string[] =>
  inOutbox(world).filter((type) => !type.startsWith('job.') && !type.endsWith('.due'));
