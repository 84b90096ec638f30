import { CliError } from '#bin/cli/cli-error';
import { userIdOf } from '#bin/operator/person';
import { disableUser, enableUser } from '#shared/accounts/identity/commands/disable-user';
import { removeFromWorkspace } from '#shared/accounts/identity/commands/remove-from-workspace';
import { removeUser } from '#shared/accounts/identity/commands/remove-user';
import { roleOf } from '#shared/accounts/workspaces/store';
import { auditingOperator } from '#shared/foundation/commands/auditing';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { Refusal } from '#shared/foundation/core/refusal';

/** Rights that are taken from a user, or given back. */
export interface RightsChange {
  readonly change: 'remove' | 'disable' | 'enable';
  /** The user's email or id. */
  readonly person: string;
  /** Where only the role in this workspace ends. */
  readonly workspaceId: WorkspaceId | undefined;
}

/** Changes the rights of a user, and answers a sentence. Throws a CliError for an unknown user and for an only owner. */
export const applied =
  ({ change, person, workspaceId }: RightsChange) =>
  async (context: CommandContext): Promise<string> => {
    const { table } = context;
    const id = await userIdOf(table, person);
    const name = await refusalsAsErrors(async () => {
      if (change === 'disable') return (await disableUser(context)(id)).email;
      if (change === 'enable') return (await enableUser(context)(id)).email;
      if (workspaceId === undefined) return (await removeUser(context)(id)).email;
      const membership = (await roleOf(table, id, workspaceId))?.membershipId;
      // A role from before memberships has none to name.
      const target = { workspaceId, targetId: membership ?? id };
      await removeFromWorkspace(auditingOperator(context, 'membership.deleted', target))(id, workspaceId);
      return person;
    });
    return sentence(name, id, { change, workspaceId });
  };

function sentence(name: string, id: UserId, { change, workspaceId }: Omit<RightsChange, 'person'>): string {
  if (workspaceId !== undefined) return `${name} (${id}) has no role in ${workspaceId} any more.`;
  return `${name} (${id}) is ${{ remove: 'removed', disable: 'disabled', enable: 'enabled' }[change]}.`;
}

async function refusalsAsErrors(run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [fault] = error.faults;
    throw new CliError(
      fault?.code === 'workspace_owner'
        ? `${fault.message} Archive the workspace or create another owner first; --disable works at once`
        : (fault?.message ?? error.message),
    );
  }
}
