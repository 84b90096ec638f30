import { attendee } from '#shared/capture/recorders/attendee/attendee-recorder';
import { meetingBaas } from '#shared/capture/recorders/meeting-baas/mbaas-recorder';
import { recall } from '#shared/capture/recorders/recall/recall-recorder';
import { vexa } from '#shared/capture/recorders/vexa/vexa-recorder';
import type { RecorderAdapter } from '#shared/meetings/recorders/ports';
import type { RecorderKind } from '#shared/meetings/recorders/registry/rules/registry';

/** The adapter of each kind over HTTP. The simulator has the deployment's own files and needs none. */
export const ADAPTERS: Readonly<Record<Exclude<RecorderKind, 'simulator'>, RecorderAdapter>> = {
  attendee,
  vexa,
  recall,
  meeting_baas: meetingBaas,
};
