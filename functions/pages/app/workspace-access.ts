import { accessTo, type WorkspaceAccess } from '#shared/accounts/workspaces/access';
import { PageError, pageNotFound } from '#shared/api/page-kit/page-error';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { currentUser } from '#shared/api/page-kit/session';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { type AccessLevel, mayAct } from '#shared/foundation/core/roles';
import type { Loaded } from '#shared/foundation/core/store';
import type { AppDependencies } from './dependencies.ts';

interface ResolvedWorkspace {
  readonly workspaceId: WorkspaceId;
  readonly access: Promise<WorkspaceAccess>;
  /** For lists that are read at the same time: their rows are read only when it is true. */
  readonly admitted: Promise<boolean>;
}

/** Starts reading the workspace of the path and the user's role in it. */
export function resolveWorkspace({ table }: AppDependencies, c: PageContext): ResolvedWorkspace {
  const workspaceId = idOf('wks', c.req.param('workspace'));
  if (workspaceId === undefined) throw workspaceNotFound();
  const access = accessTo(table, currentUser(c).id, workspaceId).then(requireAccess);
  const admitted = access.then(
    () => true,
    () => false,
  );
  // It is awaited together with other reads; when one of those fails first, its own rejection is handled here.
  access.catch(() => undefined);
  return { workspaceId, access, admitted };
}

/** A resource with the user's access to its workspace. 404 where it does not exist or is in another workspace. */
export async function resolveResource<State extends { readonly workspaceId: WorkspaceId }>(
  { table }: AppDependencies,
  c: PageContext,
  noun: string,
  reading: Promise<Loaded<State> | undefined>,
): Promise<{ readonly resource: Loaded<State>; readonly access: WorkspaceAccess }> {
  const resource = await reading;
  const access = await accessTo(table, currentUser(c).id, resource?.state.workspaceId);
  if (!resource || !access) throw notFound(noun);
  return { resource, access };
}

/** A missing, an archived and a foreign workspace look the same. */
const workspaceNotFound = () =>
  pageNotFound('This workspace does not exist, is archived, or you are not a member of it.');

export function requireAccess(access: WorkspaceAccess | undefined): WorkspaceAccess {
  if (!access) throw workspaceNotFound();
  return access;
}

type PageLevel = Extract<AccessLevel, 'participate' | 'administer'>;

const REASONS: Readonly<Record<PageLevel, string>> = {
  participate: 'Guests have read-only access',
  administer: 'Only owners and admins can see webhooks',
};

/** Throws a 403 page, which names the workspace's owner, when the user's role is not enough. */
export function requireRole(
  access: WorkspaceAccess,
  level: PageLevel,
  reason: string = REASONS[level],
): WorkspaceAccess {
  if (mayAct(access.role, level)) return access;
  const { name, ownerEmail } = access.workspace.state;
  throw new PageError({
    status: 403,
    title: 'Your role does not allow this',
    message: `${reason}. To change your role in ${name}, contact ${ownerEmail}.`,
  });
}
