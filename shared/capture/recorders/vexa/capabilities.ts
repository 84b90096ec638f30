import type { RecorderCapabilities } from '#shared/meetings/recorders/rules/capabilities';

/** Vexa 0.12. It has no chat, and its API leaves out the words that its bots recognize. */
export const VEXA_CAPABILITIES: RecorderCapabilities = {
  platforms: ['meet', 'zoom', 'teams'],
  video: false,
  audioOnly: true,
  onCommand: false,
  welcomeMessage: false,
  silenceAlert: false,
  languages: 'any',
  transcript: 'segments',
  liveTranscript: 'asked',
};
