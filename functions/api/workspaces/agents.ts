import { agentsOfWorkspace } from '#shared/accounts/oauth/agents-of-workspace';
import { endAgentInWorkspace } from '#shared/accounts/oauth/commands/end-agent-in-workspace';
import { endAgentContract, listAgentsContract } from '#shared/accounts/oauth/contract';
import { presentAgent } from '#shared/accounts/oauth/present';
import { endpoint, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';

export const list = listEndpoint(listAgentsContract, {
  page: ({ context: { table }, workspaceId, now }, request) => agentsOfWorkspace({ table, workspaceId, now }, request),
  present: (agent, { workspace }) => presentAgent(agent, workspace.state.id),
});

export const end = endpoint(endAgentContract, {
  run: ({ context, params, workspace }) => endAgentInWorkspace(context)(params.id, workspace.state.id),
  audited: ({ id: targetId }) => ({ targetId }),
  reply: (agent, { workspace }) => ok(presentAgent(agent, workspace.state.id)),
});
