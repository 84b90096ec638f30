import type { RecorderCapabilities } from '#shared/recorders/rules/capabilities';

export const ATTENDEE_CAPABILITIES: RecorderCapabilities = {
  platforms: ['meet', 'teams', 'zoom'],
  video: true,
  audioOnly: true,
  onCommand: false,
  welcomeMessage: true,
  silenceAlert: false,
  languages: 'any',
  // Words come from some of the speech services that a project may use, and never from captions.
  transcript: 'segments',
};
