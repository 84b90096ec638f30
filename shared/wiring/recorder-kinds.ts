import { envOr } from '#shared/platform/environment';
import type { RecorderCatalog } from '#shared/recorders/registry/ports';
import { NO_RECORDERS, SIMULATOR_ALONE } from '#shared/recorders/registry/rules/registry';
import { SIMULATOR_CAPABILITIES } from '#shared/recorders/simulator/capabilities';

/** What each kind of recorder can do. No adapter is loaded for it: every endpoint that sends a bot asks. */
const capabilities: RecorderCatalog['capabilities'] = { simulator: SIMULATOR_CAPABILITIES };

/** Bots go to the simulator as long as no recorder is configured: local stacks and sandboxes. */
export const SIMULATED: RecorderCatalog = { initial: SIMULATOR_ALONE, capabilities };

/** As the deployment says. */
export const catalogGiven = (): RecorderCatalog =>
  envOr('recorder', '') === 'simulator' ? SIMULATED : { initial: NO_RECORDERS, capabilities };
