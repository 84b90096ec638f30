import * as v from 'valibot';
import { type Listed, membershipPage } from '#shared/accounts/memberships/store';
import { type Agent, agentsIn } from '#shared/accounts/oauth/agents-store';
import { partsOf } from '#shared/accounts/oauth/rules/agent-id';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';

/** Memberships whose agents are read for one page: a workspace has at most twice as many. */
const MEMBERSHIPS = 100;

/** Behind an agent: the page of memberships that it was found in, and the agent. */
const Position = v.tuple([v.nullable(v.string()), v.nullable(v.string())]);

/**
 * The agents that read a workspace, by the memberships of their users. One that is ended between two pages moves no other
 * out of sight.
 */
export async function agentsOfWorkspace(
  { table, workspaceId, now }: { readonly table: Table; readonly workspaceId: WorkspaceId; readonly now: Instant },
  request: PageRequest,
): Promise<Page<Agent>> {
  const [from, last] = request.after === undefined ? [null, null] : v.parse(Position, JSON.parse(request.after));
  const { keysOnly, admitted } = request;
  const page = await membershipPage(table, workspaceId, {
    limit: MEMBERSHIPS,
    after: from ?? undefined,
    ...(keysOnly && { keysOnly }),
    ...(admitted && { admitted }),
  });
  const users = page.items.flatMap((one) => userIdOf(one) ?? []);
  const found = await Promise.all(users.map((userId) => agentsIn(table, { userId, workspaceId, now })));
  const rest = found.flatMap((agents, at) => behind(agents, { last, users, at }));
  const items = rest.slice(0, request.limit);
  const positions = items.map(({ id }) => JSON.stringify([from, id]));
  if (rest.length > items.length) return { items, positions, next: positions.at(-1) };
  return { items, positions, next: page.next === undefined ? undefined : JSON.stringify([page.next, null]) };
}

function userIdOf(one: Listed) {
  if ('olderRole' in one) return one.olderRole.userId;
  return one.membership.status === 'active' ? one.membership.userId : undefined;
}

interface Place {
  /** The last agent of the page before. */
  readonly last: string | null;
  /** Of all agents of this page of memberships. */
  readonly users: readonly string[];
  readonly at: number;
}

/** The agents of a user that stand behind the last of the page before; all, where its user has left meanwhile. */
function behind(agents: readonly Agent[], { last, users, at }: Place): readonly Agent[] {
  if (last === null) return agents;
  const lastId = partsOf(last)?.userId;
  const lastUser = lastId === undefined ? -1 : users.indexOf(lastId);
  if (at > lastUser) return agents;
  if (at < lastUser) return [];
  const found = agents.findIndex(({ id }) => id === last);
  // One that ended meanwhile: those of its user are shown again.
  return found < 0 ? agents : agents.slice(found + 1);
}
