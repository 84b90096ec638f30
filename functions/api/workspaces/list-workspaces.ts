import type * as v from 'valibot';
import { listWorkspacesContract } from '#shared/api/contracts/workspaces';
import { pageAsked, presentList } from '#shared/api/list';
import { type AheadInput, operation } from '#shared/api/operation';
import { presentWorkspace } from '#shared/api/resources/workspaces';
import type { Membership, Workspace } from '#shared/domain/workspaces/workspace';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import { keptOf, type Page } from '#shared/ports/page';
import type { WorkspaceStore } from '#shared/ports/stores';

interface Needs {
  readonly workspaces: WorkspaceStore;
  readonly seal: CursorSeal;
}

/** GET /workspaces: newest first, as their ids sort. */
export const listWorkspaces = ({ workspaces, seal }: Needs) =>
  operation(listWorkspacesContract, {
    ahead: (input) => ({ memberships: membershipsOf({ workspaces, seal }, input) }),
    async run({ ahead, asked }) {
      const page = await standingIn(workspaces, await ahead.memberships);
      const body = await presentList(
        page,
        ({ workspace, membership, members }) => presentWorkspace(workspace, membership.role, members),
        asked,
        seal,
      );
      return { status: 200, body };
    },
  });

type Query = v.InferOutput<typeof listWorkspacesContract.query>;

async function membershipsOf(
  { workspaces, seal }: Needs,
  { query, asked, userId }: AheadInput<unknown, Query, unknown>,
) {
  return workspaces.membershipsOf(userId, await pageAsked(query.limit, asked, seal));
}

interface Standing {
  readonly membership: Membership;
  readonly workspace: Workspace;
  readonly members: number;
}

/** The memberships with their workspaces, in one round trip; an archived workspace leaves a gap in its page. */
async function standingIn(workspaces: WorkspaceStore, page: Page<Membership>): Promise<Page<Standing>> {
  const read = await Promise.all(
    page.items.map(async (membership) => {
      const { workspaceId } = membership;
      const rows = await Promise.all([workspaces.find(workspaceId), workspaces.membersCount(workspaceId)]);
      return { membership, workspace: rows[0]?.state, members: rows[1] };
    }),
  );
  return keptOf({ ...page, items: read }, ({ workspace, ...others }) =>
    workspace?.archivedAt === null ? { ...others, workspace } : undefined,
  );
}
