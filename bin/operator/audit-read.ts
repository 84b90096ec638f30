import { operatorActor } from '#shared/audit-events/rules/audit-event';
import type { CommandContext } from '#shared/commands/context';
import type { WorkspaceId } from '#shared/core/ids';
import type { JsonObject } from '#shared/core/json';

/** What a command reads of a workspace, for the `after` of its audit event: no names and addresses of people. */
export interface Reading {
  /** `show`, `why`, `dead-letters`, `export-person`. */
  readonly command: string;
  /** Id of what was asked for; absent where it was an address. */
  readonly subject?: string;
  /** Whether personal data was printed. */
  readonly revealed: boolean;
}

/** Writes, before anything is printed, that an operator reads what is of a workspace. */
export async function auditRead(
  { changes, ids, clock, operator }: Pick<CommandContext, 'changes' | 'ids' | 'clock' | 'operator'>,
  workspaceId: WorkspaceId,
  reading: Reading,
): Promise<void> {
  const at = clock.now();
  const after: JsonObject = { ...reading };
  await changes.save({
    at,
    audit: [
      {
        ...{ id: ids.make('aud'), workspaceId, action: 'workspace.read', actor: operatorActor(operator) },
        ...{ addressHash: null, target: { object: 'workspace', id: workspaceId } },
        ...{ before: null, after, createdAt: at },
      },
    ],
  });
}
