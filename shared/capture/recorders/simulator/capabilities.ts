import type { RecorderCapabilities } from '#shared/meetings/recorders/rules/capabilities';

/** It plays the same meeting on every platform, in the language of its assets whatever is asked. */
export const SIMULATOR_CAPABILITIES: RecorderCapabilities = {
  platforms: ['meet', 'zoom', 'teams'],
  video: true,
  audioOnly: true,
  onCommand: true,
  welcomeMessage: true,
  silenceAlert: true,
  languages: 'any',
  transcript: 'words',
  liveTranscript: 'asked',
};
