import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { roleOf, rolesOf, workspaceIdOfNumber, workspaces } from '#shared/accounts/workspaces/store';
import { idOf, type UserId, type WorkspaceId } from '#shared/foundation/core/ids';
import { badRequest, forbidden, unauthorized } from '#shared/foundation/core/refusal';
import { type AccessLevel, mayAct, type Role } from '#shared/foundation/core/roles';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { ForbiddenAnswer } from '#shared/foundation/http/contract';

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
  const [workspace, membership] = await Promise.all([workspaces.find(table, id), roleOf(table, user, id)]);
  if (!workspace || !membership || workspace.state.archivedAt !== null) return undefined;
  return { workspace, role: membership.role };
}

/** The id of a workspace that a caller names by its id or its nine-digit number; undefined where it is neither. */
export async function workspaceIdNamed(table: Table, text: string): Promise<WorkspaceId | undefined> {
  const byNumber = /^\d{9}$/.test(text) ? await workspaceIdOfNumber(table, Number(text)) : undefined;
  return byNumber ?? idOf('wks', text);
}

/** The caller's access to the workspace that a request names. Without a name, the user's only workspace: 400 where there are several or none. */
export async function resolveWorkspace(
  table: Table,
  user: UserId,
  named: string | undefined,
  field = 'workspace_id',
): Promise<WorkspaceAccess | undefined> {
  if (named !== undefined) return accessTo(table, user, await workspaceIdNamed(table, named));
  const only = await onlyWorkspaceOf(table, user);
  // The same message as for a blank one, which is refused before.
  if (!only) throw badRequest(`The parameter ${field} is missing.`, field);
  return only;
}

/** Memberships of one page: those of archived workspaces stand among the others. */
const PAGE = 10;
/**
 * Of a user who archives workspaces by the hundred, no more is read for a request that names none: the newest twenty,
 * which are as many as a user may make in a day.
 */
const MOST_PAGES = 2;

/** The user's only workspace that is not archived; undefined where there is none, another, or too many to look through. */
async function onlyWorkspaceOf(table: Table, user: UserId): Promise<WorkspaceAccess | undefined> {
  const found: WorkspaceAccess[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, next } = await rolesOf(table, user, { limit: PAGE, after });
    const rows = await Promise.all(items.map(({ workspaceId }) => workspaces.find(table, workspaceId)));
    for (const [position, { role }] of items.entries()) {
      const workspace = rows[position];
      if (workspace && workspace.state.archivedAt === null) found.push({ workspace, role });
    }
    if (found.length > 1) return undefined;
    if (next === undefined) return found[0];
    after = next;
  }
  return undefined;
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
