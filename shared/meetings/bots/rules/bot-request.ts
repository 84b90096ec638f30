import type { MemberId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { BotSettings, QueuedBot } from '#shared/meetings/bots/rules/bot';
import type { BotMetadata } from '#shared/meetings/bots/rules/bot-metadata';
import type { SettingValues } from '#shared/meetings/settings/rules/settings';

/** A bot that is sent by hand. What is undefined was left out, and follows the effective settings. */
export interface BotRequest {
  readonly meetingUrl: string;
  /** Null joins at once. */
  readonly joinAt: Instant | null;
  readonly requestedAt: Instant;
  readonly memberId: MemberId | undefined;
  readonly title: string | undefined;
  readonly botName: string | undefined;
  readonly welcomeMessage: string | null | undefined;
  readonly choices: Partial<BotSettings>;
  readonly participants: QueuedBot['participants'] | undefined;
  readonly metadata: BotMetadata;
  readonly allowMultipleBots: boolean;
}

/** A bot's fields as the settings they override; those left out override nothing. */
export const settingsFrom = (choices: Partial<BotSettings>): SettingValues => ({
  ...(choices.language !== undefined && { 'transcription.language': choices.language }),
  ...(choices.recordingStart !== undefined && { 'recording.methods.bot.start': choices.recordingStart }),
  ...(choices.recordingMode !== undefined && { 'recording.methods.bot.mode': choices.recordingMode }),
  ...(choices.silenceAlert !== undefined && { 'recording.methods.bot.silence_detection.alert': choices.silenceAlert }),
  ...(choices.summaryTemplate !== undefined && { 'summary.template': choices.summaryTemplate }),
  ...(choices.summaryLanguage !== undefined && {
    'summary.language': choices.summaryLanguage ?? 'same_as_transcript',
  }),
});

/** Whether the request leaves its name or welcome message to the brand kit. */
export const followsKit = ({ botName, welcomeMessage }: BotRequest): boolean =>
  botName === undefined || welcomeMessage === undefined;
