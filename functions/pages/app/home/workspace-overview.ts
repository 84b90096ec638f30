import type { Workspace, WorkspaceRole } from '#shared/accounts/workspaces/rules/workspace';
import { membersCount, workspaces } from '#shared/accounts/workspaces/store';
import { connectionPage } from '#shared/calendars/connections/store';
import { filterMapPage, type Page } from '#shared/foundation/core/page';
import { mayAct, type Role } from '#shared/foundation/core/roles';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';
import type { AppDependencies } from '../dependencies.ts';

/** A workspace of the user's list. */
export interface WorkspaceOverview {
  readonly workspace: Workspace;
  readonly role: Role;
  readonly members: number;
  /** Counts are numbers up to a limit, and `10+` above it. */
  readonly calendarErrors: string;
  /** In the last 24 hours; undefined when the user's role may not see webhooks. */
  readonly failedWebhooks: string | undefined;
}

/** Counting reads each row, so it stops here. */
const COUNT_LIMIT = { limit: 10, after: undefined };

/** The overviews of a page of memberships. Archived workspaces are left out, so the page may be shorter. */
export async function workspaceOverviews(
  app: AppDependencies,
  memberships: Page<WorkspaceRole>,
  now: Instant,
): Promise<Page<WorkspaceOverview>> {
  const items = await Promise.all(memberships.items.map((membership) => overviewOf(app, membership, now)));
  return filterMapPage({ ...memberships, items }, (overview) => overview);
}

async function overviewOf(
  { table, deliveries }: AppDependencies,
  { workspaceId, role }: WorkspaceRole,
  now: Instant,
): Promise<WorkspaceOverview | undefined> {
  const createdAfter = later(now, -DAY_MS);
  const [workspace, members, calendarErrors, failedWebhooks] = await Promise.all([
    workspaces.find(table, workspaceId),
    membersCount(table, workspaceId),
    countOf(connectionPage(table, { workspaceId, status: 'error' }, COUNT_LIMIT)),
    mayAct(role, 'administer')
      ? countOf(deliveries.page({ workspaceId, status: 'failed', createdAfter }, COUNT_LIMIT))
      : undefined,
  ]);
  if (!workspace || workspace.state.archivedAt !== null) return undefined;
  return { workspace: workspace.state, role, members, calendarErrors, failedWebhooks };
}

async function countOf(reading: Promise<Page<unknown>>): Promise<string> {
  const { items, next } = await reading;
  return `${items.length}${next === undefined ? '' : '+'}`;
}
