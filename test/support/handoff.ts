import { handOff } from '#shared/commands/agent-sessions/hand-off';
import { handoffCodes } from '#shared/providers/handoff-codes';
import { handoffStore } from '#shared/storage/handoffs';
import { userStore } from '#shared/storage/users';
import type { Surroundings } from '#shared/wiring/surroundings';

/** As the page for new agent sessions leaves a code behind. */
export const handOffIn = (around: Surroundings) =>
  handOff({
    ...around,
    codes: handoffCodes(around),
    handoffs: handoffStore(around.table),
    users: userStore(around.table),
  });
