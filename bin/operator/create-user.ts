import { randomBytes } from 'node:crypto';
import { CliError } from '#bin/cli/cli-error';
import { apiKeys } from '#shared/accounts/identity/api-keys';
import { type NewUser, type ProvisionedUser, provisionUser } from '#shared/accounts/identity/commands/provision-user';
import type { ApiKeys } from '#shared/accounts/identity/ports';
import { workspaces } from '#shared/accounts/workspaces/store';
import { operatorActor } from '#shared/foundation/audit-events/rules/audit-event';
import { auditing } from '#shared/foundation/commands/auditing';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { IdMaker, UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Role } from '#shared/foundation/core/roles';
import type { Sealer } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import { changeStore } from '#shared/foundation/events/change-store';
import { systemClock } from '#shared/foundation/platform/system-clock';
import { typeIds } from '#shared/foundation/platform/type-ids';
import { storedSnapshotOf } from '#shared/webhooks/delivery/event-snapshot';

export interface CreatedUser {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly workspaceName: string;
  readonly role: Role;
  /** Its digest and a sealed copy are stored. */
  readonly apiKey: string;
}

export interface Generators {
  readonly ids: IdMaker;
  readonly apiKeys: ApiKeys;
  readonly randomBytes: (size: number) => Uint8Array;
}

const randomGenerators = (): Generators => ({
  ids: typeIds({ now: systemClock.now, randomBytes }),
  apiKeys: apiKeys({ randomBytes }),
  randomBytes,
});

interface CreateContext extends Pick<CommandContext, 'operator'> {
  readonly table: Table;
  readonly sealer: Pick<Sealer, 'seal'>;
}

/** Creates a user with an API key. The API itself cannot create the first one. An existing workspace gets audit events of both. */
export async function createUser(
  { table, sealer, operator }: CreateContext,
  user: NewUser,
  generators = randomGenerators(),
): Promise<CreatedUser> {
  const { workspace } = user;
  const found = 'workspaceId' in workspace;
  const workspaceName = found ? await nameOf(table, workspace.workspaceId) : workspace.name;
  const changes = changeStore(table, { ids: generators.ids, snapshot: storedSnapshotOf, observers: [] });
  const role = found ? workspace.role : 'owner';
  const context = { changes, sealer, clock: systemClock, operator, ...generators };
  const { membershipId: _, ...created } = await provisionUser(found ? audited(context, role) : context)(user);
  return { ...created, workspaceName, role };
}

/** A context that writes an audit event for the role, and one for the key. */
function audited<Context extends Parameters<typeof auditing>[0] & Pick<CommandContext, 'operator'>>(
  context: Context,
  role: Role,
): Context {
  const actor = operatorActor(context.operator);
  const event = ({ workspaceId }: ProvisionedUser, targetId: string) => ({ workspaceId, targetId, addressHash: null });
  // What `provisionUser` saves.
  const made = (result: unknown) => result as ProvisionedUser;
  const forRole = auditing(context, {
    ...{ action: 'membership.updated', actor },
    audited: async (result) => ({ ...event(made(result), made(result).membershipId), after: { role } }),
  });
  return auditing(forRole, {
    ...{ action: 'api_key.created', actor },
    audited: async (result) => event(made(result), made(result).userId),
  });
}

async function nameOf(table: Table, id: WorkspaceId): Promise<string> {
  const workspace = await workspaces.find(table, id);
  if (!workspace) throw new CliError(`There is no workspace ${id}`);
  if (workspace.state.archivedAt !== null) throw new CliError(`The workspace ${id} is archived`);
  return workspace.state.name;
}
