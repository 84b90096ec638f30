import { randomBytes } from 'node:crypto';
import { CouldNotStart } from '#bin/could-not-start';
import type { IdMaker } from '#shared/core/id-maker';
import type { UserId, WorkspaceId } from '#shared/core/ids';
import type { Table } from '#shared/dynamodb/table';
import { apiKeys } from '#shared/identity/api-keys';
import { addUser } from '#shared/identity/commands/add-user';
import type { ApiKeys } from '#shared/identity/ports/api-keys';
import { systemClock } from '#shared/platform/system-clock';
import { typeIds, workspaceNumber } from '#shared/platform/type-ids';
import { snapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { changeStore } from '#shared/wiring/change-store';
import type { Role } from '#shared/workspaces/rules/workspace';
import { workspaceStore } from '#shared/workspaces/store';

export interface MadeUser {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly workspaceName: string;
  readonly role: Role;
  /** Known only now: what is stored of it is its digest. */
  readonly apiKey: string;
}

/** Where ids, numbers and keys come from. */
export interface Chance {
  readonly ids: IdMaker;
  readonly apiKeys: ApiKeys;
  readonly workspaceNumber: () => number;
}

const realChance = (): Chance => ({
  ids: typeIds({ now: systemClock.now, randomBytes }),
  apiKeys: apiKeys({ randomBytes }),
  workspaceNumber: () => workspaceNumber(randomBytes),
});

export interface WantedUser {
  readonly email: string;
  /** A workspace to make, which the user then owns, or one that is there. */
  readonly place: { readonly name: string } | { readonly workspaceId: WorkspaceId; readonly role: Role };
}

/** Puts a user with a key into a deployment. The one way to a first user: nobody can ask the API for one. */
export async function makeUser(table: Table, { email, place }: WantedUser, chance = realChance()): Promise<MadeUser> {
  const { ids } = chance;
  const userId = ids.make('usr');
  const add = addUser({ changes: changeStore(table, { ids, snapshot: snapshotOf }), clock: systemClock, ...chance });
  if ('name' in place) {
    const make = { id: ids.make('wks'), number: chance.workspaceNumber(), name: place.name, emailDomains: [] };
    const { apiKey } = await add({ userId, email, place: { make } });
    return { userId, workspaceId: make.id, workspaceName: make.name, role: 'owner', apiKey };
  }
  const { workspaceId, role } = place;
  const workspaceName = await nameOf(table, workspaceId);
  const { apiKey } = await add({ userId, email, place: { join: workspaceId, role } });
  return { userId, workspaceId, workspaceName, role, apiKey };
}

async function nameOf(table: Table, id: WorkspaceId): Promise<string> {
  const workspace = await workspaceStore(table).find(id);
  if (!workspace) throw new CouldNotStart(`There is no workspace ${id}`);
  if (workspace.state.archivedAt !== null) throw new CouldNotStart(`The workspace ${id} is archived`);
  return workspace.state.name;
}
