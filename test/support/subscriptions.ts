import { workspaces as storedWorkspaces } from '#shared/accounts/workspaces/store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { OUTBOX_SORT_KEY_PREFIX } from '#shared/foundation/infrastructure-names';
import type { World } from '#test/support/api';

/** Subscribes an endpoint to every event, in the row of the workspace. */
export async function subscribe({ context, clock }: World, workspaceId: WorkspaceId): Promise<void> {
  const before = await storedWorkspaces.find(context.table, workspaceId);
  if (!before) throw new Error('The workspace does not exist');
  const endpoints = [{ id: context.ids.make('whe'), types: ['*'], enabled: true, pin: '2026-10-12' }];
  await context.changes.save({
    at: clock.now(),
    writes: [storedWorkspaces.put(before, { ...before.state, endpoints })],
  });
}

/** The types of all outbox rows, events and jobs, sorted. */
export const outboxTypes = ({ dynamo }: World): readonly string[] =>
  dynamo
    .items()
    .flatMap(({ sk }) =>
      sk?.S?.startsWith(OUTBOX_SORT_KEY_PREFIX) ? [sk.S.slice(OUTBOX_SORT_KEY_PREFIX.length).split('#')[0] ?? ''] : [],
    )
    .sort();

/** The types of all webhook events in the outbox, sorted. */
export const webhookEventTypes = (world: World): readonly string[] =>
  outboxTypes(world).filter((type) => !type.startsWith('job.') && !type.endsWith('.due'));
