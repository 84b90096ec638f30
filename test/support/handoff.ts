import { handOff } from '#shared/agent-sessions/commands/hand-off';
import { handoffCodes } from '#shared/agent-sessions/handoff-codes';
import { handoffStore } from '#shared/agent-sessions/store';
import type { AppContext } from '#shared/http/ports/app-context';
import { userStore } from '#shared/identity/store';

/** As the page for new agent sessions leaves a code behind. */
export const handOffIn = (context: AppContext) =>
  handOff({
    ...context,
    codes: handoffCodes(context),
    handoffs: handoffStore(context.table),
    users: userStore(context.table),
  });
