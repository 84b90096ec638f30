import type { RecorderCapabilities } from '#shared/meetings/recorders/rules/capabilities';
import { LANGUAGES } from './languages.ts';

/**
 * https://docs.recall.ai. It records on command only through a start request of ours, which no person in the call can
 * send.
 */
export const RECALL_CAPABILITIES: RecorderCapabilities = {
  platforms: ['meet', 'zoom', 'teams'],
  video: true,
  audioOnly: true,
  onCommand: false,
  welcomeMessage: true,
  silenceAlert: false,
  languages: ['auto', 'multi', ...LANGUAGES],
  transcript: 'words',
  liveTranscript: 'sent',
};
