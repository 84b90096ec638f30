import { exchangeCode } from '#shared/accounts/agent-sessions/commands/exchange-code';
import { createAgentSessionContract } from '#shared/accounts/agent-sessions/contract';
import { presentAgentSession } from '#shared/accounts/agent-sessions/present';
import { apiGroup } from '#shared/api/http/api-group';
import { endpoint, ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { served } from '#shared/wiring/served';

const create = endpoint(createAgentSessionContract, {
  run: ({ context, body, address }) => exchangeCode(context)(body.token, address),
  reply: ({ apiKey, workspace }) => ok(presentAgentSession(apiKey, workspace)),
});

export const agentSessions = (context: AppContext) => apiGroup(context, create);

export const handler = served(agentSessions);
