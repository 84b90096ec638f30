import type * as v from 'valibot';
import { keptOf, type Page } from '#shared/core/page';
import type { WorkspaceStore } from '#shared/events/ports/stores';
import { type AheadInput, operation } from '#shared/http/operation';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { pageAsked, presentList } from '#shared/http/response/list';
import { listWorkspacesContract } from '#shared/workspaces/contract';
import { presentWorkspace } from '#shared/workspaces/present';
import type { Membership, Workspace } from '#shared/workspaces/rules/workspace';

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
