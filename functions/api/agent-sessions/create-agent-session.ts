import { createAgentSessionContract } from '#shared/api/contracts/agent-sessions';
import { operation } from '#shared/api/operation';
import { presentAgentSession } from '#shared/api/resources/agent-sessions';
import type { exchangeCode } from '#shared/commands/agent-sessions/exchange-code';
import type { UseOf } from '#shared/domain/limits';
import type { LimitCounter } from '#shared/ports/limits';

interface Needs {
  readonly exchange: ReturnType<typeof exchangeCode>;
  readonly useOf: UseOf;
  readonly limitCounter: LimitCounter;
}

/** POST /agent_sessions */
export const createAgentSession = ({ exchange, useOf, limitCounter }: Needs) =>
  operation(createAgentSessionContract, {
    ahead: () => ({}),
    async run({ body, address, now }) {
      // Counted whatever the code: guessing is what the limit is against.
      const admitted = limitCounter.take(useOf('handoffs', address, now));
      const { apiKey, workspace } = await exchange(body.token, admitted);
      return { status: 200, body: presentAgentSession(apiKey, workspace) };
    },
  });
