import {
  type Bot,
  type BotSettings,
  endedAtOf,
  filesOf,
  resultsOf,
  startedAtOf,
} from '#shared/meetings/bots/rules/bot';
import type { Meeting, Recording } from '#shared/meetings/meetings/rules/meeting';
import { callKeyOf } from '#shared/meetings/meetings/rules/read-link';
import type { EffectiveValues } from '#shared/meetings/settings/rules/settings';

/** The meeting with its recording of this bot updated; a new bot is added at the end. */
export function recordBot(meeting: Meeting, bot: Bot): Meeting {
  const known = meeting.recordings.find((recording) => recording.botId === bot.id);
  const entry = recordingOf(bot, known);
  const recordings = known
    ? meeting.recordings.map((recording) => (recording.botId === bot.id ? entry : recording))
    : [...meeting.recordings, entry];
  return { ...meeting, recordings };
}

const recordingOf = (bot: Bot, known: Recording | undefined): Recording => ({
  botId: bot.id,
  automatic: bot.automatic,
  status: bot.status,
  dispatched: wasDispatched(bot, known),
  scheduledAt: bot.joinAt ?? bot.createdAt,
  ...callOf(bot, known),
  startedAt: startedAtOf(bot),
  endedAt: endedAtOf(bot),
  // Removing the files does not change that there were some.
  hasMedia: known?.hasMedia === true || filesOf(bot).length > 0,
  results: resultsOf(bot),
});

const wasDispatched = ({ status }: Bot, known: Recording | undefined): boolean =>
  known?.dispatched === true || !['queued', 'cancelled', 'failed'].includes(status);

/** Once it was sent it stays at its call, wherever its meeting goes. */
function callOf(bot: Bot, known: Recording | undefined): Pick<Recording, 'call'> {
  if (known?.call !== undefined) return { call: known.call };
  return bot.status === 'joining' || bot.status === 'in_call' ? { call: callKeyOf(bot.meetingUrl) } : {};
}

/** The part of a meeting's settings that its bots have. */
export const botSettingsFrom = (values: EffectiveValues): BotSettings => ({
  language: values['transcription.language'],
  recordingStart: values['recording.methods.bot.start'],
  recordingMode: values['recording.methods.bot.mode'],
  silenceAlert: values['recording.methods.bot.silence_detection.alert'],
  summaryLanguage: values['summary.language'] === 'same_as_transcript' ? null : values['summary.language'],
  summaryTemplate: values['summary.template'],
});
