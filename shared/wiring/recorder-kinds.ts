import { ATTENDEE_CAPABILITIES } from '#shared/capture/recorders/attendee/capabilities';
import { MEETING_BAAS_CAPABILITIES } from '#shared/capture/recorders/meeting-baas/capabilities';
import { RECALL_CAPABILITIES } from '#shared/capture/recorders/recall/capabilities';
import { SIMULATOR_CAPABILITIES } from '#shared/capture/recorders/simulator/capabilities';
import { VEXA_CAPABILITIES } from '#shared/capture/recorders/vexa/capabilities';
import { envOr } from '#shared/foundation/platform/environment';
import type { RecorderCatalog } from '#shared/meetings/recorders/registry/ports';
import { NO_RECORDERS, SIMULATOR_ALONE } from '#shared/meetings/recorders/registry/rules/registry';

/** What each kind of recorder can do. No adapter is loaded for it: every endpoint that sends a bot asks. */
const capabilities: RecorderCatalog['capabilities'] = {
  simulator: SIMULATOR_CAPABILITIES,
  attendee: ATTENDEE_CAPABILITIES,
  vexa: VEXA_CAPABILITIES,
  recall: RECALL_CAPABILITIES,
  meeting_baas: MEETING_BAAS_CAPABILITIES,
};

/** Bots go to the simulator as long as no recorder is configured: local stacks and sandboxes. */
export const SIMULATED: RecorderCatalog = { initial: SIMULATOR_ALONE, capabilities };

/** As the deployment says. */
export const recorderCatalogFromEnvironment = (): RecorderCatalog =>
  envOr('recorder', '') === 'simulator' ? SIMULATED : { initial: NO_RECORDERS, capabilities };
