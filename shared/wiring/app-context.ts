import { deploymentKey } from '#shared/dynamodb/deployment-key';
import { ERASURE_KEY, hmacPersonHashes } from '#shared/erasures/hmac-person-hashes';
import { hmacAddressHashes } from '#shared/http/address-hashes';
import type { AppContext, AppDependencies } from '#shared/http/ports';
import { hmacCursorSigner } from '#shared/http/response/cursor-signer';
import { workLimit } from '#shared/http/work-limit';
import { apiKeys } from '#shared/identity/api-keys';
import { LIVE_TICKET_KEY, makeLiveTicket } from '#shared/live-transcripts/hmac-tickets';
import { refuseWhileReadOnly } from '#shared/read-only/refuse-while-read-only';
import { simulatorAvailability } from '#shared/recorders/simulator/simulator-availability';
import { EVERYTHING_ON } from '#shared/settings/rules/deployment';
import { commandContext } from '#shared/wiring/command-context';
import { SIMULATED } from '#shared/wiring/recorder-kinds';

/** Puts together what endpoints and pages work with. */
export function appContext(dependencies: AppDependencies): AppContext {
  const { randomBytes } = dependencies;
  const cursorKey = deploymentKey({ row: 'CURSOR_KEY', resource: 'cursor-key' }, dependencies);
  const commands = commandContext(dependencies, { limitsWideChanges: true });
  return {
    recorderAvailability: simulatorAvailability,
    recorderCatalog: SIMULATED,
    deployment: EVERYTHING_ON,
    ...dependencies,
    ...commands,
    apiKeys: apiKeys({ randomBytes }),
    personHashes: hmacPersonHashes(deploymentKey(ERASURE_KEY, dependencies)),
    addressHashes: hmacAddressHashes(cursorKey),
    cursorSigner: hmacCursorSigner(cursorKey),
    makeLiveTicket: makeLiveTicket({ randomBytes, key: deploymentKey(LIVE_TICKET_KEY, dependencies) }),
    refuseWhileReadOnly: refuseWhileReadOnly(dependencies),
    workLimit: workLimit(commands),
  };
}
