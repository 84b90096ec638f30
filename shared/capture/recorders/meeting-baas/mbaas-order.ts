import type { RecorderConfiguration, RecordingOrder } from '#shared/meetings/recorders/ports';

/** The key of `extra` that holds our bot id: Meeting BaaS returns it in webhooks and filters by it. */
export const BOT_ID_KEY = 'rapporteur_bot_id';

/** Limits of `POST /v2/bots`. */
const LONGEST_NAME = 255;
const LONGEST_MESSAGE = 500;
const LOBBY_SECONDS = { shortest: 120, longest: 1_800 } as const;

/**
 * The body of `POST /v2/bots` for an order. Several bots in one call are allowed, since two workspaces may record it;
 * that one order makes one bot is ensured by the bot id in `extra`.
 */
export function mbaasOrder(
  order: RecordingOrder,
  { hookUrl }: Pick<RecorderConfiguration, 'hookUrl'>,
): Readonly<Record<string, unknown>> {
  const { botId, meetingUrl, botName, welcomeMessage, mode, lobbySeconds, language } = order;
  return {
    meeting_url: meetingUrl,
    bot_name: cut(botName, LONGEST_NAME),
    recording_mode: mode === 'audio_only' ? 'audio_only' : 'speaker_view',
    allow_multiple_bots: true,
    extra: { [BOT_ID_KEY]: botId },
    timeout_config: {
      waiting_room_timeout: Math.min(Math.max(lobbySeconds, LOBBY_SECONDS.shortest), LOBBY_SECONDS.longest),
    },
    transcription_enabled: true,
    transcription_config: { provider: 'gladia', ...languageIn(language) },
    ...(welcomeMessage !== null && { entry_message: cut(welcomeMessage, LONGEST_MESSAGE) }),
    // The path of the URL is unguessable. A secret would travel in clear in each request.
    ...(hookUrl !== null && { callback_enabled: true, callback_config: { url: hookUrl, method: 'POST' } }),
  };
}

/** Gladia detects one language for `auto`, and any change of it for `multi`. It takes ISO 639-1 codes. */
function languageIn(language: string): Readonly<Record<string, unknown>> {
  if (language === 'auto') return {};
  if (language === 'multi') return { custom_params: { language_config: { languages: [], code_switching: true } } };
  const [primary = ''] = language.toLowerCase().split('-');
  return primary.length === 2 ? { custom_params: { language_config: { languages: [primary] } } } : {};
}

const cut = (text: string, longest: number): string => [...text].slice(0, longest).join('');
