import { endpoint, ok } from '#shared/http/endpoint';
import { listEndpoint } from '#shared/http/list-endpoint';
import { agentsOfWorkspace } from '#shared/oauth/agents-of-workspace';
import { endAgentInWorkspace } from '#shared/oauth/commands/end-agent-in-workspace';
import { endAgentContract, listAgentsContract } from '#shared/oauth/contract';
import { presentAgent } from '#shared/oauth/present';

export const list = listEndpoint(listAgentsContract, {
  page: ({ context: { table }, workspaceId, now }, request) => agentsOfWorkspace({ table, workspaceId, now }, request),
  present: (agent, { workspace }) => presentAgent(agent, workspace.state.id),
});

export const end = endpoint(endAgentContract, {
  run: ({ context, params, workspace }) => endAgentInWorkspace(context)(params.id, workspace.state.id),
  audited: ({ id: targetId }) => ({ targetId }),
  reply: (agent, { workspace }) => ok(presentAgent(agent, workspace.state.id)),
});
