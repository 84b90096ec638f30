import { randomBytes } from 'node:crypto';
import { CliError } from '#bin/cli/cli-error';
import type { IdMaker, UserId, WorkspaceId } from '#shared/core/ids';
import type { Sealer } from '#shared/core/secrets';
import type { Table } from '#shared/core/table';
import { changeStore } from '#shared/events/change-store';
import { apiKeys } from '#shared/identity/api-keys';
import { type NewUser, provisionUser } from '#shared/identity/commands/provision-user';
import type { ApiKeys } from '#shared/identity/ports';
import { systemClock } from '#shared/platform/system-clock';
import { typeIds } from '#shared/platform/type-ids';
import { storedSnapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import type { Role } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

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

/** Creates a user with an API key. The API itself cannot create the first one. */
export async function createUser(
  { table, sealer }: { readonly table: Table; readonly sealer: Pick<Sealer, 'seal'> },
  user: NewUser,
  generators = randomGenerators(),
): Promise<CreatedUser> {
  const { workspace } = user;
  const found = 'workspaceId' in workspace;
  const workspaceName = found ? await nameOf(table, workspace.workspaceId) : workspace.name;
  const changes = changeStore(table, { ids: generators.ids, snapshot: storedSnapshotOf });
  const created = await provisionUser({ changes, sealer, clock: systemClock, ...generators })(user);
  return { ...created, workspaceName, role: found ? workspace.role : 'owner' };
}

async function nameOf(table: Table, id: WorkspaceId): Promise<string> {
  const workspace = await workspaces.find(table, id);
  if (!workspace) throw new CliError(`There is no workspace ${id}`);
  if (workspace.state.archivedAt !== null) throw new CliError(`The workspace ${id} is archived`);
  return workspace.state.name;
}
