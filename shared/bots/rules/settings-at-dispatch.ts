import type { Bot, BotSettings } from '#shared/bots/rules/bot';
import type { Instant } from '#shared/core/time';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/rules/phase';
import { botSettingsFrom } from '#shared/meetings/rules/record-bot';

/**
 * The choices that a queued bot is dispatched with, and shows until then: those of its meeting's settings. A meeting
 * that is no longer upcoming keeps its settings, and a bot sent to it then has only its own choices.
 */
export const settingsAtDispatch = (bot: Bot, meeting: Meeting, now: Instant): BotSettings =>
  phaseOf(meeting, now) === 'upcoming' ? botSettingsFrom(meeting.settings.values) : bot.choices;
