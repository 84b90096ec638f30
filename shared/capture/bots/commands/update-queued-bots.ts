import type { BotId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { settingsAtDispatch } from '#shared/meetings/bots/rules/settings-at-dispatch';
import { bots } from '#shared/meetings/bots/store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';

/**
 * The writes of a meeting's queued bots after a request for one of them changed the meeting's settings: the others show
 * the new settings too. One round trip where there are others, and none where there are not.
 */
export async function queuedBotWrites(
  table: Table,
  meeting: Meeting,
  { except, now }: { readonly except?: BotId; readonly now: Instant },
): Promise<readonly (readonly Write[])[]> {
  const queued = meeting.recordings.filter(({ status, botId }) => status === 'queued' && botId !== except);
  const loaded = await Promise.all(queued.map(({ botId }) => bots.find(table, botId)));
  return loaded.flatMap((bot) => {
    if (bot?.state.status !== 'queued') return [];
    const choices = settingsAtDispatch(bot.state, meeting, now);
    return isSame(choices, bot.state.choices) ? [] : [bots.put(bot, { ...bot.state, choices })];
  });
}
