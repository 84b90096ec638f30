import type { RecorderCapabilities } from '#shared/meetings/recorders/rules/capabilities';

/** Version 2: https://docs.meetingbaas.com/api-v2. Its transcription (Gladia) detects any language. */
export const MEETING_BAAS_CAPABILITIES: RecorderCapabilities = {
  platforms: ['meet', 'zoom', 'teams'],
  video: true,
  audioOnly: true,
  onCommand: false,
  welcomeMessage: true,
  silenceAlert: false,
  languages: 'any',
  transcript: 'words',
  liveTranscript: 'none',
};
