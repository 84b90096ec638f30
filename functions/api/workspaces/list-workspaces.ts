import type * as v from 'valibot';
import { listWorkspacesContract } from '#shared/accounts/workspaces/contract';
import { presentWorkspace } from '#shared/accounts/workspaces/present';
import type { Workspace, WorkspaceRole } from '#shared/accounts/workspaces/rules/workspace';
import { membersCount, rolesOf, workspaces } from '#shared/accounts/workspaces/store';
import { endpoint, ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { UserId } from '#shared/foundation/core/ids';
import { filterMapPage, type Page } from '#shared/foundation/core/page';
import type { Table } from '#shared/foundation/core/table';
import type { RequestUrl } from '#shared/foundation/http/request/request-url';
import { pageAsked, presentList } from '#shared/foundation/http/response/list';

/** GET /workspaces: newest first, as their ids sort. */
export const list = endpoint(listWorkspacesContract, {
  early: (request) => [pageOf(request.userId, request)],
  run: async (request) => withWorkspaces(request.context.table, await pageOf(request.caller.userId, request)),
  reply: async (page, { requestUrl, context }) =>
    ok(
      await presentList(
        page,
        ({ workspace, membership, members }) => presentWorkspace(workspace, membership.role, members),
        requestUrl,
        context.cursorSigner,
      ),
    ),
});

interface ListRequest {
  readonly context: AppContext;
  readonly query: v.InferOutput<typeof listWorkspacesContract.query>;
  readonly requestUrl: RequestUrl;
}

const pageOf = async (user: UserId, { context, query, requestUrl }: ListRequest) =>
  rolesOf(context.table, user, await pageAsked(query.limit, requestUrl, context.cursorSigner));

interface ListedWorkspace {
  readonly membership: WorkspaceRole;
  readonly workspace: Workspace;
  readonly members: number;
}

/** Reads the workspaces of the memberships in one round trip. Archived ones are left out, so the page may be shorter. */
async function withWorkspaces(table: Table, page: Page<WorkspaceRole>): Promise<Page<ListedWorkspace>> {
  const items = await Promise.all(
    page.items.map(async (membership) => {
      const { workspaceId } = membership;
      const [workspace, members] = await Promise.all([
        workspaces.find(table, workspaceId),
        membersCount(table, workspaceId),
      ]);
      return { membership, workspace: workspace?.state, members };
    }),
  );
  return filterMapPage({ ...page, items }, ({ workspace, ...listed }) =>
    workspace?.archivedAt === null ? { ...listed, workspace } : undefined,
  );
}
