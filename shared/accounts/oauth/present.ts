import * as v from 'valibot';
import type { Agent } from '#shared/accounts/oauth/agents-store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { isoOf } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';

export const AgentBody = v.strictObject({
  id: v.string(),
  object: v.literal('agent'),
  workspace_id: idText('wks'),
  user_id: idText('usr'),
  name: v.string(),
  redirect_host: v.string(),
  scopes: v.array(v.string()),
  created_at: dateTime,
  expires_at: dateTime,
});

/** An agent as the owners of a workspace see it, which reads more where its user has other workspaces. */
export const presentAgent = (agent: Agent, workspaceId: WorkspaceId) => ({
  id: agent.id,
  object: 'agent',
  workspace_id: workspaceId,
  user_id: agent.userId,
  name: agent.name,
  redirect_host: agent.redirectHost,
  scopes: [...agent.scopes],
  created_at: isoOf(agent.createdAt),
  expires_at: isoOf(agent.endsAt),
});
