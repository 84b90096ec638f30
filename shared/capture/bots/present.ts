import * as v from 'valibot';
import { isoOf, isoOrNull } from '#shared/foundation/core/time';
import { dateTime, idText, metadataMap } from '#shared/foundation/http/response/wire';
import { type Bot, endedAtOf, recordingAvailableAtOf } from '#shared/meetings/bots/rules/bot';
import { flatMetadata } from '#shared/meetings/bots/rules/bot-metadata';
import { notesOf } from '#shared/meetings/bots/rules/bot-recorder';

export const BotBody = v.strictObject({
  id: idText('bot'),
  object: v.literal('bot'),
  workspace_id: idText('wks'),
  meeting_id: idText('mtg'),
  meeting_url: v.string(),
  join_at: v.nullable(dateTime),
  status: v.picklist(['queued', 'joining', 'in_call', 'processing', 'completed', 'failed', 'cancelled']),
  bot_name: v.string(),
  welcome_message: v.nullable(v.string()),
  language: v.string(),
  recording_start: v.picklist(['on_join', 'on_command']),
  recording_mode: v.picklist(['audio_and_video', 'audio_only']),
  silence_alert: v.boolean(),
  summary_language: v.nullable(v.string()),
  summary_template: v.string(),
  participants: v.array(v.strictObject({ email: v.nullable(v.string()), name: v.nullable(v.string()) })),
  metadata: metadataMap,
  created_at: dateTime,
  ended_at: v.nullable(dateTime),
  recording_available_at: v.nullable(dateTime),
  /** What the recorder left out, and recorders that were passed over: a sentence each. */
  recorder_notes: v.array(v.string()),
  /** Only when failed. */
  reason: v.optional(v.picklist(['no_recording', 'invalid_meeting_url', 'bot_error', 'transcription_failed'])),
  reason_message: v.optional(v.string()),
});

/** The bot and nothing of its results: content is only ever at the meeting's results. */
export const presentBot = (bot: Bot) => ({
  id: bot.id,
  object: 'bot',
  workspace_id: bot.workspaceId,
  meeting_id: bot.meetingId,
  meeting_url: bot.meetingUrl,
  join_at: isoOrNull(bot.joinAt),
  status: bot.status,
  bot_name: bot.botName,
  welcome_message: bot.welcomeMessage,
  language: bot.choices.language,
  recording_start: bot.choices.recordingStart,
  recording_mode: bot.choices.recordingMode,
  silence_alert: bot.choices.silenceAlert,
  summary_language: bot.choices.summaryLanguage,
  summary_template: bot.choices.summaryTemplate,
  participants: bot.participants.map(({ email, name }) => ({ email, name })),
  ...metadataIn(bot),
  created_at: isoOf(bot.createdAt),
  ended_at: isoOrNull(endedAtOf(bot)),
  recording_available_at: isoOrNull(recordingAvailableAtOf(bot)),
  recorder_notes: [...notesOf(bot)],
  ...(bot.status === 'failed' && { reason: bot.reason, reason_message: bot.reasonMessage }),
});

/** Nested metadata is shown flat, and as it was written at the versions that accept it (`legacy`). */
const metadataIn = ({ metadata }: Bot) => {
  const flat = flatMetadata(metadata);
  return { metadata: flat, ...(flat !== metadata && { legacy: { metadata } }) };
};
