import type { exchangeCode } from '#shared/agent-sessions/commands/exchange-code';
import { createAgentSessionContract } from '#shared/agent-sessions/contract';
import { presentAgentSession } from '#shared/agent-sessions/present';
import type { LimitCounter } from '#shared/core/limit-counter';
import type { UseOf } from '#shared/core/limits';
import { operation } from '#shared/http/operation';

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
