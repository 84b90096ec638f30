import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Write } from '#shared/foundation/core/table';
import { putEvents } from '#shared/foundation/events/outbox';
import { isOperational } from '#shared/foundation/events/rules/operational-event';
import { storedSnapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';

/**
 * The event for the transaction in which a delivery uses up its attempts; none for a delivery of an operational event, and
 * none beyond the limit of its workspace: each goes to up to nineteen other endpoints. Throws `Throttled`: the attempt is
 * then not recorded, and made again.
 */
export const failedEvent =
  ({ table, ids, clock, useOf, limitCounter }: CommandContext) =>
  async (before: Delivery, after: Delivery): Promise<readonly Write[]> => {
    if (before.status === 'failed' || after.status !== 'failed' || isOperational(after.type)) return [];
    const now = clock.now();
    const workspace = await workspaces.find(table, after.workspaceId);
    const events = [{ type: 'webhook_event.failed', delivery: after } as const];
    const writes = putEvents({ ids, snapshot: storedSnapshotOf }, events, workspace?.state.endpoints ?? [], now);
    if (writes.length === 0) return [];
    return (await limitCounter.hasRoomFor(useOf('failed_events', after.workspaceId, now))) ? writes : [];
  };
