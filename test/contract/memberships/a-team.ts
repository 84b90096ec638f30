import { workspaces } from '#functions/api/workspaces/index';
import type { Role } from '#shared/foundation/core/roles';
import { aWorld, callsTo } from '#test/support/api';

interface Shown {
  readonly id: string;
  readonly user_id: string | null;
  readonly role: Role;
  readonly email: string;
}

/** A workspace with its owner, and ways to add, list and change users. */
export async function aTeam() {
  const world = aWorld();
  const call = callsTo(workspaces(world.context));
  const owner = await world.anOwner('Acme');
  const { key, workspaceId } = owner;
  const list = (query = '', by = key) =>
    call('GET', `/organization_memberships?workspace_id=${workspaceId}${query}`, { key: by });
  const team = async (): Promise<readonly Shown[]> => (await list('&limit=100')).body.data;
  const idOfUser = async (user: string): Promise<string> =>
    (await team()).find(({ user_id }) => user_id === user)?.id ?? 'none';
  return {
    world,
    owner: { ...owner, id: await idOfUser(owner.userId) },
    call,
    list,
    team,
    /** A further user, with the id of the membership. */
    async aColleague(role: Role) {
      const made = await world.aColleague(workspaceId, role);
      return { ...made, id: await idOfUser(made.userId) };
    },
    invite: (email: string, role = 'member', by = key) =>
      call('POST', '/organization_memberships', { key: by, body: { workspace_id: workspaceId, email, role } }),
    read: (id: string, by = key) => call('GET', `/organization_memberships/${id}`, { key: by }),
    change: (id: string, role: string, by = key) =>
      call('PATCH', `/organization_memberships/${id}`, { key: by, body: { role } }),
    remove: (id: string, by = key) => call('DELETE', `/organization_memberships/${id}`, { key: by }),
  };
}
