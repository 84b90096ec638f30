import type { RecorderCapabilities } from '#shared/recorders/rules/capabilities';

export const VEXA_CAPABILITIES: RecorderCapabilities = {
  platforms: ['meet', 'teams', 'zoom'],
  video: false,
  audioOnly: true,
  onCommand: false,
  welcomeMessage: false,
  silenceAlert: false,
  languages: 'any',
  transcript: 'segments',
};
