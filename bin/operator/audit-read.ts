import { type AuditAction, operatorActor } from '#shared/foundation/audit-events/rules/audit-event';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { JsonObject } from '#shared/foundation/core/json';

/** What a command reads of a workspace, for the `after` of its audit event: no names and addresses of people. */
export interface Reading {
  /** `show`, `row`, `why`, `dead-letters`, `export-person`. */
  readonly command: string;
  /** Id of what was asked for; absent where it was an address. */
  readonly subject?: string;
  /** Whether personal data was printed. */
  readonly revealed: boolean;
}

type Auditing = Pick<CommandContext, 'changes' | 'ids' | 'clock' | 'operator'>;

/** Writes, before anything is printed, that an operator reads what is of a workspace. */
export async function auditRead(context: Auditing, workspaceId: WorkspaceId, reading: Reading): Promise<void> {
  await auditWorkspace(context, workspaceId, 'workspace.read', { ...reading });
}

/** Writes what an operator does to a workspace that changes no row of it. */
export async function auditWorkspace(
  { changes, ids, clock, operator }: Auditing,
  workspaceId: WorkspaceId,
  action: AuditAction,
  after: JsonObject,
): Promise<void> {
  const at = clock.now();
  await changes.save({
    at,
    audit: [
      {
        ...{ id: ids.make('aud'), workspaceId, action, actor: operatorActor(operator) },
        ...{ addressHash: null, target: { object: 'workspace', id: workspaceId } },
        ...{ before: null, after, createdAt: at },
      },
    ],
  });
}
