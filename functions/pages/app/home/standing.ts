import type { WorkspaceId } from '#shared/core/ids';
import { keptOf, type Page } from '#shared/core/page';
import { DAY_MS, type Instant, later } from '#shared/core/time';
import type { CalendarConnectionStore, WorkspaceStore } from '#shared/events/ports/stores';
import { mayDo } from '#shared/http/places';
import type { DeliveryStore } from '#shared/webhooks/delivery/ports/deliveries';
import type { Membership, Role, Workspace } from '#shared/workspaces/rules/workspace';

export interface StandingNeeds {
  readonly workspaces: WorkspaceStore;
  readonly connections: CalendarConnectionStore;
  readonly deliveries: DeliveryStore;
}

/** A workspace as one person sees it at a glance. */
export interface Standing {
  readonly workspace: Workspace;
  readonly role: Role;
  readonly members: number;
  readonly brokenCalendars: Count;
  /** In the last day; undefined for whoever may not see webhooks. */
  readonly failedWebhooks: Count | undefined;
}

/** Counted so far and no further: `more` says that there are more than that. */
export interface Count {
  readonly counted: number;
  readonly more: boolean;
}

/** From here on it is many: nobody needs the number, and each counted row is read. */
const COUNTED_UP_TO = 10;

/** The workspaces that somebody belongs to, with their counts; an archived one leaves a gap in its page. */
export async function standings(
  needs: StandingNeeds,
  memberships: Page<Membership>,
  now: Instant,
): Promise<Page<Standing>> {
  const items = await Promise.all(memberships.items.map((membership) => standingIn(needs, membership, now)));
  return keptOf({ ...memberships, items }, (standing) => standing);
}

async function standingIn(
  { workspaces, connections, deliveries }: StandingNeeds,
  { workspaceId, role }: Membership,
  now: Instant,
): Promise<Standing | undefined> {
  const [workspace, members, brokenCalendars, failedWebhooks] = await Promise.all([
    workspaces.find(workspaceId),
    workspaces.membersCount(workspaceId),
    counted(connections.page({ workspaceId, status: 'error' }, SOME)),
    mayDo(role, 'administer')
      ? counted(deliveries.page(failedSince(workspaceId, later(now, -DAY_MS)), SOME))
      : undefined,
  ]);
  if (!workspace || workspace.state.archivedAt !== null) return undefined;
  return { workspace: workspace.state, role, members, brokenCalendars, failedWebhooks };
}

const SOME = { limit: COUNTED_UP_TO, after: undefined };

const failedSince = (workspaceId: WorkspaceId, createdAfter: Instant) =>
  ({ workspaceId, status: 'failed', createdAfter }) as const;

async function counted(reading: Promise<Page<unknown>>): Promise<Count> {
  const { items, next } = await reading;
  return { counted: items.length, more: next !== undefined };
}
