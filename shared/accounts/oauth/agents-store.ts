import * as v from 'valibot';
import { hasSession } from '#shared/accounts/identity/rules/session';
import { users } from '#shared/accounts/identity/store';
import { agentIdOf, partsOf } from '#shared/accounts/oauth/rules/agent-id';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Item, Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { AGENTS, agentEndKey, agentKey, oauthKey } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { partition, stateOf, storedState, unlessThere } from '#shared/foundation/dynamodb/rows';

/** A client that a user lets read their meetings: a grant of OAuth. */
export interface Agent {
  /** `<user>-<random>`, the id of the grant. It is no credential. */
  readonly id: string;
  readonly userId: UserId;
  readonly clientId: string;
  /** As the client calls itself. */
  readonly name: string;
  /** Where codes were sent: the host of the redirect, or its scheme. */
  readonly redirectHost: string;
  readonly scopes: readonly string[];
  readonly createdAt: Instant;
  readonly endsAt: Instant;
}

/** Half a year: the user is asked again, however often the client refreshes. */
export const AGENT_MS = 180 * DAY_MS;

const AgentRow: v.GenericSchema<unknown, Agent> = v.object({
  id: v.pipe(
    v.string(),
    v.transform((named) => named.replace('.', '-')),
  ),
  userId: id('usr'),
  clientId: v.string(),
  name: v.string(),
  redirectHost: v.string(),
  scopes: v.array(v.string()),
  createdAt: instant,
  endsAt: instant,
});

export const newAgent = (
  asked: Pick<Agent, 'userId' | 'clientId' | 'name' | 'redirectHost' | 'scopes'>,
  { now, random }: { readonly now: Instant; readonly random: string },
): Agent => ({
  ...asked,
  id: agentIdOf({ userId: asked.userId, random }),
  createdAt: now,
  endsAt: later(now, AGENT_MS),
});

/** The rows of a new agent; its registration, where it has one, lasts as long. */
export function agentWrites(agent: Agent, isRegistered: boolean): readonly Write[] {
  const key = keyOf(agent.id);
  if (!key) throw new Error('The id of an agent begins with its user.');
  const ttl = ttlAt(agent.endsAt);
  const put: Write = { put: { ...key, type: AGENT, state: storedState(agent), ttl }, when: unlessThere };
  const set = { text: 'SET #ttl = :ttl', names: { '#ttl': 'ttl' }, values: { ':ttl': ttl } };
  const client = oauthKey('Client', agent.clientId);
  return [put, ...(isRegistered ? [{ update: client, set, when: { text: 'attribute_exists(pk)' } }] : [])];
}

/** Undefined for one that was revoked, and after its end. */
export async function findAgent(table: Table, agentId: string, now: Instant): Promise<Agent | undefined> {
  const parts = partsOf(agentId);
  const item = parts && (await table.get(agentKey(parts.userId, parts.random)));
  if (!parts || !item) return undefined;
  const agent = stateOf(AgentRow, item);
  return agent.id === agentIdOf(parts) && now < agent.endsAt ? agent : undefined;
}

/** The same, undefined also where its user was disabled since, or removed: enabling the user brings no agent back. */
export async function findActiveAgent(table: Table, agentId: string, now: Instant): Promise<Agent | undefined> {
  const agent = await findAgent(table, agentId, now);
  const user = agent && (await users.find(table, agent.userId))?.state;
  return user && hasSession(user, agent) ? agent : undefined;
}

/** The agents of a user, the newest first. */
export async function agentsOf(table: Table, userId: UserId, now: Instant): Promise<readonly Agent[]> {
  const agents = (await partition(table, userId, AGENTS)).filter(isAgent).map((item) => stateOf(AgentRow, item));
  return agents.filter(({ endsAt }) => now < endsAt).toSorted(newestFirst);
}

/** The agents of a user that read a workspace in which the user has a role, the newest first. */
export async function agentsIn(
  table: Table,
  { userId, workspaceId, now }: { readonly userId: UserId; readonly workspaceId: WorkspaceId; readonly now: Instant },
): Promise<readonly Agent[]> {
  const rows = await partition(table, userId, AGENTS);
  const ended = new Set(rows.filter((row) => !isAgent(row)).map(({ sk }) => sk));
  const agents = rows.filter(isAgent).flatMap((row) => {
    const isEnded = ended.has(`${row.sk}#${workspaceId}`);
    return isEnded ? [] : [stateOf(AgentRow, row)];
  });
  return agents.filter(({ endsAt }) => now < endsAt).toSorted(newestFirst);
}

const AGENT = 'agent';

const isAgent = ({ type }: Item): boolean => type === AGENT;

const newestFirst = (one: Agent, other: Agent): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);

/** Whether an agent was ended in a workspace. The agent itself, and the role of its user there, are not asked for. */
export async function isEndedIn(table: Table, agentId: string, workspaceId: WorkspaceId): Promise<boolean> {
  const parts = partsOf(agentId);
  return !parts || (await table.get(agentEndKey(parts.userId, parts.random, workspaceId))) !== undefined;
}

/** Ends an agent in one workspace, once: it reads the others of its user as before. */
export function agentEnd({ id, endsAt }: Agent, workspaceId: WorkspaceId): Write {
  const parts = partsOf(id);
  if (!parts) throw new Error('The id of an agent begins with its user.');
  const key = agentEndKey(parts.userId, parts.random, workspaceId);
  return { put: { ...key, type: 'agent_end', ttl: ttlAt(endsAt) }, when: unlessThere };
}

/** Ends an agent that is there: no token of it is valid any more, since each is read with its agent. */
export function agentRemoval(
  agentId: string,
): { readonly id: string; readonly userId: UserId; readonly write: Write } | undefined {
  const parts = partsOf(agentId);
  if (!parts) return undefined;
  const { userId, random } = parts;
  const write = { remove: agentKey(userId, random), when: { text: 'attribute_exists(pk)' } };
  return { id: agentIdOf(parts), userId, write };
}

/** Removes what is kept of the agents of a user who is removed or disabled. */
export async function removeAgents(table: Table, userId: UserId): Promise<void> {
  for (const { pk, sk } of await partition(table, userId, AGENTS)) await table.write({ remove: { pk, sk } });
}

function keyOf(agentId: string) {
  const parts = partsOf(agentId);
  return parts && agentKey(parts.userId, parts.random);
}
