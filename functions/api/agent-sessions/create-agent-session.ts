import { createAgentSessionContract } from '#shared/api/contracts/agent-sessions';
import { operation } from '#shared/api/operation';
import { presentAgentSession } from '#shared/api/resources/agent-sessions';
import type { exchangeCode } from '#shared/commands/agent-sessions/exchange-code';

interface Needs {
  readonly exchange: ReturnType<typeof exchangeCode>;
}

/** POST /agent_sessions */
export const createAgentSession = ({ exchange }: Needs) =>
  operation(createAgentSessionContract, {
    ahead: () => ({}),
    async run({ body }) {
      const { apiKey, workspace } = await exchange(body.token);
      return { status: 200, body: presentAgentSession(apiKey, workspace) };
    },
  });
