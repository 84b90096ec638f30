import type { AppContext, AppDependencies } from '#shared/http/ports/app-context';
import { cursorKey } from '#shared/http/response/cursor-key';
import { hmacCursorSeal } from '#shared/http/response/hmac-cursor-seal';
import { apiKeys } from '#shared/identity/api-keys';
import { simulatorAvailability } from '#shared/recorders/simulator/simulator-availability';
import { EVERYTHING_ON } from '#shared/settings/rules/deployment';
import { commandContext } from '#shared/wiring/command-context';

/** Puts together what endpoints and pages work with. */
export function appContext(dependencies: AppDependencies): AppContext {
  const { table, sealer, randomBytes } = dependencies;
  return {
    recorderAvailability: simulatorAvailability,
    deployment: EVERYTHING_ON,
    ...dependencies,
    ...commandContext(dependencies),
    apiKeys: apiKeys({ randomBytes }),
    seal: hmacCursorSeal(cursorKey(table, sealer, randomBytes)),
  };
}
