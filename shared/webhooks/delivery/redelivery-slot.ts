import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { redeliveryLimiterKey } from '#shared/foundation/dynamodb/keys';
import { reserveSlot } from '#shared/webhooks/delivery/reserve-slot';

/** What the rate limiter needs of the context of a worker. */
export type RedeliveryContext = Pick<CommandContext, 'table' | 'clock' | 'useOf'>;

/**
 * Counts so many webhooks of a bulk redelivery for all workspaces of their founder; answers when they may be
 * sent where that is later. A rate limiter of their own: nothing that someone sends again delays first attempts. Throws `Throttled`.
 */
export const redeliverySlot =
  ({ table, clock, useOf }: RedeliveryContext) =>
  async (workspaceId: WorkspaceId, webhooks: number): Promise<Instant | undefined> => {
    if (webhooks === 0) return undefined;
    const workspace = await workspaces.find(table, workspaceId);
    if (!workspace) return undefined;
    const founder = founderOf(workspace.state);
    const use = useOf('user_bulk_redeliveries', founder, clock.now(), webhooks);
    const slot = await reserveSlot(
      { table, clock },
      { key: redeliveryLimiterKey(founder), type: 'redelivery_line', use },
    );
    return slot > clock.now() ? slot : undefined;
  };
