import { attendee } from '#shared/recorders/attendee/attendee-recorder';
import { meetingBaas } from '#shared/recorders/meeting-baas/mbaas-recorder';
import type { RecorderAdapter } from '#shared/recorders/ports';
import { recall } from '#shared/recorders/recall/recall-recorder';
import type { RecorderKind } from '#shared/recorders/registry/rules/registry';
import { vexa } from '#shared/recorders/vexa/vexa-recorder';

/** The adapter of each kind over HTTP. The simulator has the deployment's own files and needs none. */
export const ADAPTERS: Readonly<Record<Exclude<RecorderKind, 'simulator'>, RecorderAdapter>> = {
  attendee,
  vexa,
  recall,
  meeting_baas: meetingBaas,
};
