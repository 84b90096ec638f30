import type { BotId } from '#shared/foundation/core/ids';
import type { RecordingOrder } from '#shared/meetings/recorders/ports';

export const BOT_ID = 'bot_01kb3xq2m4e8v9c5d6f7g8h9ja' as BotId;

/** An order for a Meet call: on join, with video and without a message. */
export const anOrder = (other: Partial<RecordingOrder> = {}): RecordingOrder => ({
  botId: BOT_ID,
  meetingUrl: 'https://meet.google.com/abc-defg-hij',
  botName: 'Notetaker',
  welcomeMessage: null,
  mode: 'audio_and_video',
  start: 'on_join',
  silenceAlert: false,
  language: 'en-US',
  lobbySeconds: 600,
  ...other,
});
