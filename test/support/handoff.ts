import { handOff } from '#shared/agent-sessions/commands/hand-off';
import { handoffCodes } from '#shared/agent-sessions/handoff-codes';
import { handoffStore } from '#shared/agent-sessions/store';
import { userStore } from '#shared/identity/store';
import type { AppContext } from '#shared/wiring/app-context';

/** As the page for new agent sessions leaves a code behind. */
export const handOffIn = (context: AppContext) =>
  handOff({
    ...context,
    codes: handoffCodes(context),
    handoffs: handoffStore(context.table),
    users: userStore(context.table),
  });
