import * as v from 'valibot';
import { idOf, type UserId } from '#shared/core/ids';
import type { Table, Write } from '#shared/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/core/time';
import { AGENTS, agentKey, oauthKey } from '#shared/dynamodb/keys';
import { id, instant } from '#shared/dynamodb/row-parts';
import { partition, stateOf, storedState, unlessThere } from '#shared/dynamodb/rows';

/** A client that a user lets read their meetings: a grant of OAuth. */
export interface Agent {
  /** `<user>.<random>`, the id of the grant. It is no credential. */
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
  id: v.string(),
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
): Agent => ({ ...asked, id: `${asked.userId}.${random}`, createdAt: now, endsAt: later(now, AGENT_MS) });

/** The rows of a new agent; its registration, where it has one, lasts as long. */
export function agentWrites(agent: Agent, isRegistered: boolean): readonly Write[] {
  const key = keyOf(agent.id);
  if (!key) throw new Error('The id of an agent begins with its user.');
  const ttl = ttlAt(agent.endsAt);
  const put: Write = { put: { ...key, type: 'agent', state: storedState(agent), ttl }, when: unlessThere };
  const set = { text: 'SET #ttl = :ttl', names: { '#ttl': 'ttl' }, values: { ':ttl': ttl } };
  const client = oauthKey('Client', agent.clientId);
  return [put, ...(isRegistered ? [{ update: client, set, when: { text: 'attribute_exists(pk)' } }] : [])];
}

/** Undefined for one that was revoked, and after its end. */
export async function findAgent(table: Table, agentId: string, now: Instant): Promise<Agent | undefined> {
  const key = keyOf(agentId);
  const item = key && (await table.get(key));
  const agent = item && stateOf(AgentRow, item);
  return agent?.id === agentId && now < agent.endsAt ? agent : undefined;
}

/** The agents of a user, the newest first. */
export async function agentsOf(table: Table, userId: UserId, now: Instant): Promise<readonly Agent[]> {
  const agents = (await partition(table, userId, AGENTS)).map((item) => stateOf(AgentRow, item));
  return agents.filter(({ endsAt }) => now < endsAt).toSorted((one, other) => other.createdAt - one.createdAt);
}

/** Ends an agent that is there: no token of it is valid any more, since each is read with its agent. */
export function agentRemoval(agentId: string): { readonly userId: UserId; readonly write: Write } | undefined {
  const key = keyOf(agentId);
  const userId = key && idOf('usr', key.pk);
  return userId && { userId, write: { remove: key, when: { text: 'attribute_exists(pk)' } } };
}

/** Ends all agents of a user who is removed. */
export async function endAgents(table: Table, userId: UserId): Promise<void> {
  for (const { pk, sk } of await partition(table, userId, AGENTS)) await table.write({ remove: { pk, sk } });
}

function keyOf(agentId: string) {
  const [user, random, ...more] = agentId.split('.');
  const userId = idOf('usr', user);
  return userId && random && more.length === 0 ? agentKey(userId, random) : undefined;
}
