import * as v from 'valibot';
import { AgentBody } from '#shared/accounts/oauth/present';
import { partsOf } from '#shared/accounts/oauth/rules/agent-id';
import { contract } from '#shared/foundation/http/contract';
import { documented, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';

const group = 'workspaces';
const forbidden = {
  code: 'workspace_access_not_allowed',
  message: 'Only owners and admins of the workspace can see and end the agents of its users.',
};

const agentIdField = documented(
  v.pipe(
    v.string(),
    v.check((text) => !text.includes('.') && partsOf(text) !== undefined, '[invalid] must be the id of an agent.'),
  ),
  { type: 'string', pattern: '^usr_[0-9a-z]{26}-' },
) as v.GenericSchema<string, string>;

export const listAgentsContract = contract({
  method: 'GET',
  path: '/agents',
  group,
  access: 'administer',
  forbidden,
  summary: 'List agents',
  description:
    'The agents that users of the workspace connected, and that read it: by user, newest membership first, the newest agent of a user first. A page may have fewer items than `limit` while there is a next one. Requires an owner or admin.',
  query: v.strictObject({ workspace_id: workspaceField, ...pageQuery }),
  responses: { 200: { description: 'A page of agents.', schema: listOf(AgentBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'], 403: ['workspace_access_not_allowed'] },
});

export const endAgentContract = contract({
  method: 'DELETE',
  path: '/agents/{id}',
  group,
  access: 'administer',
  forbidden,
  audits: 'agent.ended',
  summary: 'End an agent',
  description:
    'From its next call on, the agent finds nothing of this workspace. It still reads the other workspaces of its user, who is not signed out and may connect it again. Requires an owner or admin.',
  params: v.object({ id: agentIdField }),
  query: v.strictObject({ workspace_id: workspaceField }),
  responses: { 200: { description: 'The agent as it was.', schema: AgentBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    403: ['workspace_access_not_allowed'],
    404: ['not_found'],
    409: ['conflict'],
  },
});
