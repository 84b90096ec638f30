import { agentWrites, newAgent } from '#shared/accounts/oauth/agents-store';
import { MEETINGS_READ } from '#shared/accounts/oauth/scopes';
import type { UserId } from '#shared/foundation/core/ids';
import type { World } from '#test/support/api';

/** The id of a new agent of a user, as the consent page leaves it. */
export async function anAgent({ context }: Pick<World, 'context'>, userId: UserId): Promise<string> {
  const asked = { userId, clientId: 'notes', name: 'Notes', redirectHost: 'agent.test', scopes: [MEETINGS_READ] };
  const random = Buffer.from(context.randomBytes(16)).toString('hex');
  const agent = newAgent(asked, { now: context.clock.now(), random });
  await context.table.transact(agentWrites(agent, false));
  return agent.id;
}
