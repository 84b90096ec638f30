import { handOff } from '#shared/agent-sessions/commands/hand-off';
import { handoffCodes } from '#shared/agent-sessions/handoff-codes';
import { handoffStore } from '#shared/agent-sessions/store';
import { userStore } from '#shared/identity/store';
import type { Surroundings } from '#shared/wiring/surroundings';

/** As the page for new agent sessions leaves a code behind. */
export const handOffIn = (around: Surroundings) =>
  handOff({
    ...around,
    codes: handoffCodes(around),
    handoffs: handoffStore(around.table),
    users: userStore(around.table),
  });
