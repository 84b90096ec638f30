import type { BotId } from '#shared/foundation/core/ids';
import type { RecordingOrder } from '#shared/meetings/recorders/ports';

export const BOT_ID = 'bot_01jdcz8r9yf6tv4n3xk2m5q7wa' as BotId;
export const LINK = 'https://meet.google.com/abc-defg-hij';

export const anOrder = (over: Partial<RecordingOrder> = {}): RecordingOrder => ({
  botId: BOT_ID,
  meetingUrl: LINK,
  botName: 'Notetaker',
  welcomeMessage: null,
  mode: 'audio_and_video',
  start: 'on_join',
  silenceAlert: false,
  language: 'auto',
  lobbySeconds: 600,
  ...over,
});
