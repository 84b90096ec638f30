import { idOf, type UserId, type WorkspaceId } from '#shared/core/ids';
import { badRequest, forbidden, unauthorized } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { type AccessLevel, mayAct } from '#shared/workspaces/rules/access-level';
import type { Role, Workspace } from '#shared/workspaces/rules/workspace';
import { workspaceStore } from '#shared/workspaces/store';

/** A workspace, and the caller's role in it. */
export interface WorkspaceAccess {
  readonly workspace: Loaded<Workspace>;
  readonly role: Role;
}

/** The caller's access to a workspace; undefined where it does not exist, is archived, or the user has no role in it. */
export async function accessTo(
  table: Table,
  user: UserId,
  id: WorkspaceId | undefined,
): Promise<WorkspaceAccess | undefined> {
  if (id === undefined) return undefined;
  const workspaces = workspaceStore(table);
  const [workspace, membership] = await Promise.all([workspaces.find(id), workspaces.membership(user, id)]);
  if (!workspace || !membership || workspace.state.archivedAt !== null) return undefined;
  return { workspace, role: membership.role };
}

/** The id of a workspace that a caller names by its id or its nine-digit number; undefined where it is neither. */
export async function workspaceIdNamed(table: Table, text: string): Promise<WorkspaceId | undefined> {
  const byNumber = /^\d{9}$/.test(text) ? await workspaceStore(table).idOfNumber(Number(text)) : undefined;
  return byNumber ?? idOf('wks', text);
}

/** The caller's access to the workspace that a request names. Without a name, the user's only workspace: 400 where there are several or none. */
export async function resolveWorkspace(
  table: Table,
  user: UserId,
  named: string | undefined,
): Promise<WorkspaceAccess | undefined> {
  if (named !== undefined) return accessTo(table, user, await workspaceIdNamed(table, named));
  const [only, other] = await firstTwo(table, user);
  if (!only || other)
    throw badRequest(
      `The parameter workspace_id is missing: this key belongs to ${other ? 'several workspaces' : 'no workspace'}.`,
      'workspace_id',
    );
  return only;
}

/** Memberships of one page: those of archived workspaces stand among the others. */
const PAGE = 10;

/** The user's workspaces that are not archived, two of them at least where there are so many. */
async function firstTwo(table: Table, user: UserId): Promise<readonly WorkspaceAccess[]> {
  const workspaces = workspaceStore(table);
  const found: WorkspaceAccess[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await workspaces.membershipsOf(user, { limit: PAGE, after });
    const rows = await Promise.all(items.map(({ workspaceId }) => workspaces.find(workspaceId)));
    for (const [position, { role }] of items.entries()) {
      const workspace = rows[position];
      if (workspace && workspace.state.archivedAt === null) found.push({ workspace, role });
    }
    after = next;
  } while (after !== undefined && found.length < 2);
  return found;
}

/** What a member of the workspace without the role is answered with 403; where absent, everything is 401 `unauthorized`. */
export interface ForbiddenAnswer {
  readonly code: string;
  readonly message: string;
}

/** The access, where its role is enough: 401 without access, and 403 or 401 with a lesser role. */
export function requireRole(
  access: WorkspaceAccess | undefined,
  level: AccessLevel,
  forbiddenAnswer?: ForbiddenAnswer,
): WorkspaceAccess {
  if (!access) throw unauthorized();
  if (mayAct(access.role, level)) return access;
  throw forbiddenAnswer ? forbidden(forbiddenAnswer.code, forbiddenAnswer.message) : unauthorized();
}
