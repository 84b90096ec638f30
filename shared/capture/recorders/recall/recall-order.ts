import { platformOfHost } from '#shared/foundation/core/platform';
import { parseUrl } from '#shared/foundation/core/url';
import type { RecordingOrder } from '#shared/meetings/recorders/ports';
import { LANGUAGES } from './languages.ts';

/** The key of `metadata` that holds our bot id: Recall.ai returns it in webhooks and filters by it. */
export const BOT_ID_KEY = 'rapporteur_bot_id';

/** Events of a real-time endpoint that say what is said: whether the words are final. */
export const TRANSCRIPT_EVENTS: Readonly<Record<string, boolean>> = {
  'transcript.data': true,
  'transcript.partial_data': false,
};

/** Limits of `POST /bot/` (https://docs.recall.ai/reference/bot_create). */
const LONGEST_NAME = 100;
const LONGEST_LOBBY_SECONDS = { meet: 600, teams: 1_800, zoom: 7_200 } as const;
const SHORTEST_LOBBY_SECONDS = 30;

/** The body of `POST /bot/` for an order. Without `join_at` the bot joins at once. */
export function recallOrder(order: RecordingOrder, hookUrl: string | null): Readonly<Record<string, unknown>> {
  const { botId, meetingUrl, botName, welcomeMessage, mode, language } = order;
  return {
    meeting_url: meetingUrl,
    bot_name: [...botName].slice(0, LONGEST_NAME).join(''),
    metadata: { [BOT_ID_KEY]: botId },
    recording_config: {
      transcript: {
        provider: { recallai_streaming: { mode: modeFor(language), language_code: languageCode(language) } },
        diarization: { use_separate_streams_when_available: true },
      },
      // Both are stated, since the default of video is not the same on every platform.
      video_mixed_mp4: mode === 'audio_only' ? null : {},
      audio_mixed_mp3: {},
      start_recording_on: 'call_join',
      ...(hookUrl?.startsWith('https:') && {
        realtime_endpoints: [{ type: 'webhook', url: hookUrl, events: Object.keys(TRANSCRIPT_EVENTS) }],
      }),
    },
    automatic_leave: { waiting_room_timeout: lobbySecondsOf(order) },
    ...(welcomeMessage !== null && { chat: { on_bot_join: { send_to: 'everyone', message: welcomeMessage } } }),
  };
}

/**
 * The mode that reports what is said within seconds takes English alone; the other one reports it three to ten minutes
 * later (https://docs.recall.ai/docs/recallai-transcription).
 */
const modeFor = (language: string) =>
  languageCode(language) === 'en' ? 'prioritize_low_latency' : 'prioritize_accuracy';

/** Recall knows languages, not regions. It detects a language that it has no code for. */
function languageCode(language: string): string {
  const [primary = ''] = language.toLowerCase().split('-');
  return LANGUAGES.includes(primary) ? primary : 'auto';
}

function lobbySecondsOf({ meetingUrl, lobbySeconds }: RecordingOrder): number {
  const platform = platformOfHost(parseUrl(meetingUrl)?.hostname ?? '') ?? 'zoom';
  return Math.min(Math.max(lobbySeconds, SHORTEST_LOBBY_SECONDS), LONGEST_LOBBY_SECONDS[platform]);
}
