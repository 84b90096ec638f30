import { exchangeCode } from '#shared/agent-sessions/commands/exchange-code';
import { createAgentSessionContract } from '#shared/agent-sessions/contract';
import { presentAgentSession } from '#shared/agent-sessions/present';
import { apiGroup } from '#shared/http/api-group';
import { endpoint, ok } from '#shared/http/endpoint';
import type { AppContext } from '#shared/http/ports';
import { served } from '#shared/wiring/served';

const create = endpoint(createAgentSessionContract, {
  run: ({ context, body, address }) => exchangeCode(context)(body.token, address),
  reply: ({ apiKey, workspace }) => ok(presentAgentSession(apiKey, workspace)),
});

export const agentSessions = (context: AppContext) => apiGroup(context, create);

export const handler = served(agentSessions);
