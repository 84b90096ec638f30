import { apiKeys } from '#shared/accounts/identity/api-keys';
import { invalidKeySenders } from '#shared/api/http/invalid-key-senders';
import type { AppContext, AppDependencies } from '#shared/api/http/ports';
import { workLimit } from '#shared/api/http/work-limit';
import { refuseWhileReadOnly } from '#shared/api/read-only/refuse-while-read-only';
import { LIVE_TICKET_KEY, makeLiveTicket } from '#shared/capture/live-transcripts/hmac-tickets';
import { simulatorAvailability } from '#shared/capture/recorders/simulator/simulator-availability';
import { EVERYTHING_ON } from '#shared/foundation/core/deployment';
import { deploymentKey } from '#shared/foundation/dynamodb/deployment-key';
import { hmacAddressHashes } from '#shared/foundation/http/address-hashes';
import { hmacCursorSigner } from '#shared/foundation/http/response/cursor-signer';
import { ERASURE_KEY, hmacPersonHashes } from '#shared/lifecycle/erasures/hmac-person-hashes';
import type { RecorderContext } from '#shared/meetings/recorders/registry/ports';
import { refuseUnavailableSettings } from '#shared/meetings/settings/commands/refuse-unavailable';
import { commandContext } from '#shared/wiring/command-context';
import { SIMULATED } from '#shared/wiring/recorder-kinds';

/** What groups of endpoints and pages are given; each names what it needs of it. */
export interface ServedContext extends AppContext, RecorderContext {}

/** Puts together what endpoints and pages work with. The recorder is the simulator where none is given. */
export function appContext(dependencies: AppDependencies & Partial<RecorderContext>): ServedContext {
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
    refuseUnavailableSettings,
    refuseWhileReadOnly: refuseWhileReadOnly(dependencies),
    workLimit: workLimit(commands),
    invalidKeySenders: invalidKeySenders(dependencies.clock),
  };
}
