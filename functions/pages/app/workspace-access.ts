import { idOf, type WorkspaceId } from '#shared/core/ids';
import { type Action, isAdmitted, mayDo, type Place } from '#shared/http/places';
import { PageError, pageNotFound } from '#shared/page-kit/page-error';
import type { PageContext } from '#shared/page-kit/page-kit';
import { currentUser } from '#shared/page-kit/session';
import type { AppDependencies } from './dependencies.ts';

/** A workspace and the user's role in it. */
export type WorkspaceAccess = Place;

interface ResolvedWorkspace {
  readonly workspaceId: WorkspaceId;
  readonly access: Promise<WorkspaceAccess>;
  /** For lists that are read at the same time: their rows are read only when it is true. */
  readonly admitted: Promise<boolean>;
}

/** Starts reading the workspace of the path and the user's role in it. */
export function resolveWorkspace({ places }: AppDependencies, c: PageContext): ResolvedWorkspace {
  const workspaceId = idOf('wks', c.req.param('workspace'));
  if (workspaceId === undefined) throw workspaceNotFound();
  const reading = places.at(currentUser(c).id, workspaceId);
  const access = reading.then(requireAccess);
  // It is awaited together with other reads; when one of those fails first, its own rejection is handled here.
  access.catch(() => undefined);
  return { workspaceId, access, admitted: isAdmitted(reading) };
}

/** A missing, an archived and a foreign workspace look the same. */
const workspaceNotFound = () =>
  pageNotFound('This workspace does not exist, is archived, or you are not a member of it.');

export function requireAccess(access: WorkspaceAccess | undefined): WorkspaceAccess {
  if (!access) throw workspaceNotFound();
  return access;
}

const REASONS: Readonly<Record<Exclude<Action, 'read'>, string>> = {
  take_part: 'Guests have read-only access',
  administer: 'Only owners and admins can see webhooks',
};

/** Throws a 403 page, which names the workspace's owner, when the user's role does not allow the action. */
export function requireRole(access: WorkspaceAccess, action: Exclude<Action, 'read'>): WorkspaceAccess {
  if (mayDo(access.role, action)) return access;
  const { name, ownerEmail } = access.workspace.state;
  throw new PageError({
    status: 403,
    title: 'Your role does not allow this',
    message: `${REASONS[action]}. To change your role in ${name}, contact ${ownerEmail}.`,
  });
}
