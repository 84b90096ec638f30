import { handOffIn } from '#test/support/handoff';
import type { Scenario } from '../scenario.ts';

export const agentSessions: readonly Scenario[] = [
  {
    operation: 'POST /agent_sessions',
    status: 200,
    async prepare({ world, request, owner }) {
      return async () => request('POST', '/agent_sessions', { token: (await handOffIn(world.context)(owner)).code });
    },
  },
];
