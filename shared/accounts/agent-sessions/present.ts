import * as v from 'valibot';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { idText } from '#shared/foundation/http/response/wire';

export const AgentSessionBody = v.strictObject({
  object: v.literal('agent_session'),
  /** The user's personal key. */
  api_key: v.string(),
  /** A workspace that the user can write to. */
  workspace_id: idText('wks'),
});

/** With the integer that older versions name the workspace by. */
export const presentAgentSession = (apiKey: string, workspace: Pick<Workspace, 'id' | 'number'>) => ({
  object: 'agent_session',
  api_key: apiKey,
  workspace_id: workspace.id,
  legacy: { workspace_number: workspace.number },
});
