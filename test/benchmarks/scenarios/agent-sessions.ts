import { handOff } from '#shared/accounts/agent-sessions/commands/hand-off';
import type { Scenario } from '../scenario.ts';

export const agentSessions: readonly Scenario[] = [
  {
    operation: 'POST /agent_sessions',
    status: 200,
    async prepare({ world, request, owner }) {
      return async () => request('POST', '/agent_sessions', { token: (await handOff(world.context)(owner)).code });
    },
  },
];
