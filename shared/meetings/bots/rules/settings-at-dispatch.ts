import type { Instant } from '#shared/foundation/core/time';
import type { Bot, BotSettings } from '#shared/meetings/bots/rules/bot';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import { botSettingsFrom } from '#shared/meetings/meetings/rules/record-bot';

/**
 * The choices that a queued bot is dispatched with, and shows until then: those of its meeting's settings. A meeting
 * that is no longer upcoming keeps its settings, and a bot sent to it then has only its own choices.
 */
export const settingsAtDispatch = (bot: Bot, meeting: Meeting, now: Instant): BotSettings =>
  phaseOf(meeting, now) === 'upcoming' ? botSettingsFrom(meeting.settings.values) : bot.choices;
