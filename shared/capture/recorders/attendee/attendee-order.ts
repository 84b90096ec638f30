import { type Platform, platformOfHost } from '#shared/foundation/core/platform';
import { parseUrl } from '#shared/foundation/core/url';
import type { RecordingOrder } from '#shared/meetings/recorders/ports';
import { captionLanguage } from './caption-languages.ts';

/** The key of our bot id in the metadata of an Attendee bot, which its webhooks repeat. */
export const BOT_ID_KEY = 'rapporteur_bot_id';

/** Attendee answers a longer name with an internal error. */
const LONGEST_NAME = 255;

/** The body of `POST /bots`. The deduplication key makes Attendee refuse a second bot while the first is live. */
export function attendeeOrder(order: RecordingOrder, hookUrl: string | null): Readonly<Record<string, unknown>> {
  const { botId, meetingUrl, mode, lobbySeconds } = order;
  const message = inBasicPlane(order.welcomeMessage ?? '');
  return {
    meeting_url: meetingUrl,
    bot_name: inBasicPlane(order.botName).slice(0, LONGEST_NAME) || 'Notetaker',
    deduplication_key: botId,
    metadata: { [BOT_ID_KEY]: botId },
    recording_settings: {
      format: mode === 'audio_only' ? 'mp3' : 'mp4',
      // For the names of speakers where a speech service transcribes.
      record_participant_speech_start_stop_events: true,
    },
    transcription_settings: transcriptionSettings(platformOf(meetingUrl), order.language),
    automatic_leave_settings: {
      waiting_room_timeout_seconds: lobbySeconds,
      wait_for_host_to_start_meeting_timeout_seconds: lobbySeconds,
    },
    ...(message !== '' && { bot_chat_message: { to: 'everyone', message } }),
    // Webhooks of a bot have to be https. They replace those of its project.
    ...(hookUrl?.startsWith('https:') && {
      webhooks: [{ url: hookUrl, triggers: ['bot.state_change', 'transcript.update'] }],
    }),
  };
}

/**
 * Captions of the platform where they are available in the language that is named: they need no speech service. Else
 * Deepgram, with the key that the Attendee project has; `multi` recognizes several languages.
 */
function transcriptionSettings(platform: Platform | null, language: string) {
  const captions = captionLanguage(platform, language);
  if (captions !== undefined && platform === 'meet')
    return { meeting_closed_captions: { google_meet_language: captions, merge_consecutive_captions: true } };
  if (captions !== undefined) return { meeting_closed_captions: { teams_language: captions } };
  return { deepgram: { language: language === 'auto' ? 'multi' : language } };
}

const platformOf = (meetingUrl: string): Platform | null => platformOfHost(parseUrl(meetingUrl)?.hostname ?? '');

/** Attendee refuses names and messages with characters beyond U+FFFF, such as most emoji. */
const inBasicPlane = (text: string): string =>
  text
    .replace(/[\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
