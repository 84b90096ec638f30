import { envOr } from '#shared/platform/environment';
import { ATTENDEE_CAPABILITIES } from '#shared/recorders/attendee/capabilities';
import { MEETING_BAAS_CAPABILITIES } from '#shared/recorders/meeting-baas/capabilities';
import { RECALL_CAPABILITIES } from '#shared/recorders/recall/capabilities';
import type { RecorderCatalog } from '#shared/recorders/registry/ports';
import { NO_RECORDERS, SIMULATOR_ALONE } from '#shared/recorders/registry/rules/registry';
import { SIMULATOR_CAPABILITIES } from '#shared/recorders/simulator/capabilities';
import { VEXA_CAPABILITIES } from '#shared/recorders/vexa/capabilities';

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
