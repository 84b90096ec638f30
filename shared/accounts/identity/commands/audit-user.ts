import { rolesOf } from '#shared/accounts/workspaces/store';
import {
  type AuditAction,
  type AuditEvent,
  objectOf,
  type UserAuditSource,
} from '#shared/foundation/audit-events/rules/audit-event';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { IdMaker, UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';

export interface UserAudit extends UserAuditSource {
  readonly userId: UserId;
  readonly action: AuditAction;
  readonly targetId: string;
  readonly at: Instant;
  /** Absent for every workspace in which the user has a role. */
  readonly workspaceIds?: readonly WorkspaceId[];
}

/** Workspaces whose events go with the write in one transaction: it takes 100 rows, and an event has one. */
const IN_ONE_TRANSACTION = 90;

/** What saves audit events of users. */
export type UserAuditContext = Pick<CommandContext, 'table' | 'ids' | 'changes'>;

/**
 * Saves what a user, or the operator for a user, did with a key or an agent, with an audit event in each workspace in
 * which the user has a role. More events than a transaction takes follow in further ones.
 */
export async function saveAudited(
  { table, ids, changes }: UserAuditContext,
  writes: readonly Write[],
  audit: UserAudit,
): Promise<void> {
  const found = audit.workspaceIds ?? (await workspacesOf(table, audit.userId));
  const events = found.map((workspaceId) => eventOf(audit, workspaceId, ids));
  const { at } = audit;
  await changes.save({ at, writes: [writes], audit: events.slice(0, IN_ONE_TRANSACTION) });
  for (let from = IN_ONE_TRANSACTION; from < events.length; from += IN_ONE_TRANSACTION)
    await changes.save({ at, audit: events.slice(from, from + IN_ONE_TRANSACTION) });
}

/** The same for one write; false, and nothing is saved, where its condition did not hold. */
export async function writeAudited(context: UserAuditContext, write: Write, audit: UserAudit): Promise<boolean> {
  try {
    await saveAudited(context, [write], audit);
    return true;
  } catch (error) {
    if (error instanceof LostRace) return false;
    throw error;
  }
}

/** The event of one workspace. */
export const eventOf = (audit: UserAudit, workspaceId: WorkspaceId, ids: IdMaker): AuditEvent => ({
  id: ids.make('aud'),
  workspaceId,
  action: audit.action,
  actor: audit.actor,
  addressHash: audit.addressHash(workspaceId),
  target: { object: objectOf(audit.action), id: audit.targetId },
  before: null,
  after: null,
  createdAt: audit.at,
});

/** Every workspace in which a user has a role. */
export async function workspacesOf(table: Table, userId: UserId): Promise<readonly WorkspaceId[]> {
  const found: WorkspaceId[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await rolesOf(table, userId, { limit: 100, after });
    found.push(...items.map(({ workspaceId }) => workspaceId));
    after = next;
  } while (after !== undefined);
  return found;
}
