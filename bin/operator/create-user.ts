import { randomBytes } from 'node:crypto';
import { CliError } from '#bin/cli/cli-error';
import type { IdMaker } from '#shared/core/id-maker';
import type { UserId, WorkspaceId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import { apiKeys } from '#shared/identity/api-keys';
import { addUser } from '#shared/identity/commands/add-user';
import type { ApiKeys } from '#shared/identity/ports/api-keys';
import { systemClock } from '#shared/platform/system-clock';
import { typeIds, workspaceNumber } from '#shared/platform/type-ids';
import { snapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { changeStore } from '#shared/wiring/change-store';
import type { Role } from '#shared/workspaces/rules/workspace';
import { workspaceStore } from '#shared/workspaces/store';

export interface CreatedUser {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly workspaceName: string;
  readonly role: Role;
  /** Only its digest is stored. */
  readonly apiKey: string;
}

export interface NewUser {
  readonly email: string;
  /** A new workspace, which the user owns, or an existing one. */
  readonly workspace: { readonly name: string } | { readonly workspaceId: WorkspaceId; readonly role: Role };
}

export interface Generators {
  readonly ids: IdMaker;
  readonly apiKeys: ApiKeys;
  readonly workspaceNumber: () => number;
}

const randomGenerators = (): Generators => ({
  ids: typeIds({ now: systemClock.now, randomBytes }),
  apiKeys: apiKeys({ randomBytes }),
  workspaceNumber: () => workspaceNumber(randomBytes),
});

/** Creates a user with an API key. The API itself cannot create the first one. */
export async function createUser(
  table: Table,
  { email, workspace }: NewUser,
  generators = randomGenerators(),
): Promise<CreatedUser> {
  const { ids } = generators;
  const userId = ids.make('usr');
  const changes = changeStore(table, { ids, snapshot: snapshotOf });
  const add = addUser({ changes, clock: systemClock, ...generators });
  if ('name' in workspace) {
    const make = { id: ids.make('wks'), number: generators.workspaceNumber(), name: workspace.name, emailDomains: [] };
    const { apiKey } = await add({ userId, email, place: { make } });
    return { userId, workspaceId: make.id, workspaceName: make.name, role: 'owner', apiKey };
  }
  const { workspaceId, role } = workspace;
  const workspaceName = await nameOf(table, workspaceId);
  const { apiKey } = await add({ userId, email, place: { join: workspaceId, role } });
  return { userId, workspaceId, workspaceName, role, apiKey };
}

async function nameOf(table: Table, id: WorkspaceId): Promise<string> {
  const workspace = await workspaceStore(table).find(id);
  if (!workspace) throw new CliError(`There is no workspace ${id}`);
  if (workspace.state.archivedAt !== null) throw new CliError(`The workspace ${id} is archived`);
  return workspace.state.name;
}
