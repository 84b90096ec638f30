import { loadBotWithOverride } from '#shared/bots/commands/load-bot';
import { overrideMeeting } from '#shared/bots/commands/override-meeting';
import { saveTransition } from '#shared/bots/commands/save-transition';
import type { Bot } from '#shared/bots/rules/bot';
import { settingsFrom } from '#shared/bots/rules/bot-request';
import { type BotPatch, rescheduledWith, updateBot as updated } from '#shared/bots/rules/update-bot';
import { command } from '#shared/commands/command';
import { decided } from '#shared/core/decision';
import type { BotId } from '#shared/core/ids';
import { isSame } from '#shared/core/same';

/**
 * Writes what was sent over the newest state; nothing new writes nothing. Settings sent for a bot become the meeting's
 * own, else dispatch would replace them by the effective ones.
 */
export const updateBot = command(async (context, id: BotId, patch: BotPatch): Promise<Bot> => {
  const loaded = await loadBotWithOverride(context, id);
  const { state: before } = loaded.bot;
  const { state: meeting } = loaded.meeting;
  const now = context.clock.now();
  const after = updated(before, meeting, patch, now);
  const override =
    Object.keys(patch.choices).length > 0
      ? overrideMeeting(context, { ...loaded, meeting }, settingsFrom(patch.choices), now)
      : undefined;
  if (isSame(before, after) && !override) return before;
  await saveTransition(context, loaded, decided(after), now, {
    meetingNow: rescheduledWith(after, override?.meeting ?? meeting),
    writes: override?.writes ?? [],
  });
  return after;
});
