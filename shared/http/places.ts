import { idOf, type UserId, type WorkspaceId } from '#shared/core/ids';
import { badRequest, forbidden, notFound, unauthorized } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { WorkspaceStore } from '#shared/events/ports/stores';
import type { Role, Workspace } from '#shared/workspaces/rules/workspace';

/** A workspace as one caller stands in it. */
export interface Place {
  readonly workspace: Loaded<Workspace>;
  readonly role: Role;
}

/** The roles that each action requires: docs/limits-and-rules.md#users-keys-and-roles. */
const MAY = {
  read: ['owner', 'admin', 'member', 'guest'],
  take_part: ['owner', 'admin', 'member'],
  administer: ['owner', 'admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Action = keyof typeof MAY;

/** Read in place of a workspace nobody has, so that a missing id costs the same reads as a foreign one. */
const NOWHERE = idOf('wks', 'wks_00000000000000000000000000') as WorkspaceId;

export interface Places {
  /** Undefined when there is no such workspace, it is archived, or the user has no role in it. */
  at(user: UserId, workspace: WorkspaceId | undefined): Promise<Place | undefined>;
  /** The workspace that a caller names by either form of id; an id of no workspace where it is neither. */
  idNamed(workspace: string): Promise<WorkspaceId>;
  /** By either form of id, as a caller writes it. */
  named(user: UserId, workspace: string): Promise<Place | undefined>;
  /** The user's one workspace; refused when there are several or none. */
  only(user: UserId): Promise<Place | undefined>;
}

export const placesOf = (workspaces: WorkspaceStore): Places => {
  const at = async (user: UserId, id: WorkspaceId | undefined) => {
    const [workspace, membership] = await Promise.all([
      workspaces.find(id ?? NOWHERE),
      workspaces.membership(user, id ?? NOWHERE),
    ]);
    if (!workspace || !membership || workspace.state.archivedAt !== null) return undefined;
    return { workspace, role: membership.role };
  };
  const idNamed = async (text: string) => {
    const byNumber = /^\d{9}$/.test(text) ? await workspaces.idOfNumber(Number(text)) : undefined;
    return byNumber ?? idOf('wks', text) ?? NOWHERE;
  };
  return {
    at,
    idNamed,
    named: async (user, text) => at(user, await idNamed(text)),
    async only(user) {
      const [one, other] = await twoPlaces(workspaces, user);
      if (!one || other)
        throw badRequest(
          `The parameter workspace_id is missing: this key belongs to ${other ? 'several workspaces' : 'no workspace'}.`,
          'workspace_id',
        );
      return one;
    },
  };
};

/** Memberships of one look: those of archived workspaces stand among the others. */
const LOOKED_AT = 10;

/** The user's places, two of them at least where there are so many. */
async function twoPlaces(workspaces: WorkspaceStore, user: UserId): Promise<readonly Place[]> {
  const places: Place[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await workspaces.membershipsOf(user, { limit: LOOKED_AT, after });
    const rows = await Promise.all(items.map(({ workspaceId }) => workspaces.find(workspaceId)));
    for (const [position, { role }] of items.entries()) {
      const workspace = rows[position];
      if (workspace && workspace.state.archivedAt === null) places.push({ workspace, role });
    }
    after = next;
  } while (after !== undefined && places.length < 2);
  return places;
}

/** Whether there is a place at all; not where finding it was refused. */
export const isAdmitted = (place: Promise<Place | undefined>): Promise<boolean> =>
  place.then(
    (found) => found !== undefined,
    () => false,
  );

/** The place, where the caller may do this there; 401 otherwise, whether it exists or not. */
export function permitted(place: Place | undefined, action: Action): Place {
  if (!place || !mayDo(place.role, action)) throw unauthorized();
  return place;
}

/** For what only administrators may see: a plain member is told so with 403. */
export function permittedToSee(place: Place | undefined): Place {
  if (!place) throw unauthorized();
  if (!mayDo(place.role, 'administer'))
    throw forbidden('workspace_access_not_allowed', 'Only owners and admins of the workspace can read its webhooks.');
  return place;
}

export const mayDo = (role: Role, action: Action): boolean => (MAY[action] as readonly Role[]).includes(role);

/** A resource and the place it lives in; the same 404 for one that is not there and one that is not theirs. */
export async function found<State extends { readonly workspaceId: WorkspaceId }>(
  places: Places,
  user: UserId,
  reading: Promise<Loaded<State> | undefined>,
  what: string,
): Promise<{ readonly resource: Loaded<State>; readonly place: Place }> {
  const resource = await reading;
  const place = await places.at(user, resource?.state.workspaceId);
  if (!resource || !place) throw notFound(what);
  return { resource, place };
}
