import { notFound } from '#shared/core/refusal';
import type { Contract } from '#shared/http/contract';
import type { Endpoint, Unverified } from '#shared/http/endpoint';
import { nounOf } from '#shared/http/request/read-request';
import { accessTo, requireRole, resolveWorkspace, type WorkspaceAccess } from '#shared/workspaces/access';

type AnyRequest = Unverified<unknown, unknown, unknown>;

/** What an authorized request has beside its input. */
export type Authorized = Partial<WorkspaceAccess> & { readonly resource?: unknown };

/**
 * Finds the workspace that a request is about, and holds the caller to the contract's `access` there. A resource that
 * does not exist and one of another workspace are the same 404.
 */
export async function authorize({ contract, options }: Endpoint, request: AnyRequest): Promise<Authorized> {
  const { access, forbidden } = contract;
  if (access === 'open' || access === 'user') return {};
  if (options.isPublic?.(request)) return {};
  if (!options.resource) {
    const found = options.workspace ? await options.workspace(request) : await namedWorkspace(contract, request);
    return requireRole(found, access, forbidden);
  }
  const resource = await options.resource(request);
  const found = options.workspace
    ? await options.workspace(request)
    : await accessTo(request.context.table, request.userId, resource?.state.workspaceId);
  if (!resource || !found) throw notFound(nounOf(contract));
  return { ...requireRole(found, access, forbidden), resource };
}

/** The workspace in `workspace_id` of the body or the query; the user's only one where the contract lets it be left out. */
export async function namedWorkspace(
  { access }: Contract,
  { context, userId, body, query }: AnyRequest,
): Promise<WorkspaceAccess | undefined> {
  if (access === 'open' || access === 'user') return undefined;
  return resolveWorkspace(context.table, userId, workspaceIdIn(body) ?? workspaceIdIn(query));
}

function workspaceIdIn(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('workspace_id' in input)) return undefined;
  return typeof input.workspace_id === 'string' ? input.workspace_id : undefined;
}
