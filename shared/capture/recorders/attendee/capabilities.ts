import type { RecorderCapabilities } from '#shared/meetings/recorders/rules/capabilities';

/** Attendee 1.64. Words come from some of the speech services that a project may use, and never from captions. */
export const ATTENDEE_CAPABILITIES: RecorderCapabilities = {
  platforms: ['meet', 'zoom', 'teams'],
  video: true,
  audioOnly: true,
  onCommand: false,
  welcomeMessage: true,
  silenceAlert: false,
  languages: 'any',
  transcript: 'segments',
  liveTranscript: 'sent',
};
