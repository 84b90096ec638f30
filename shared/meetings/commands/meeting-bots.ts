import { type Bot, isUnfinished } from '#shared/bots/rules/bot';
import { bots } from '#shared/bots/store';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import type { Meeting } from '#shared/meetings/rules/meeting';

/** The bots of a meeting that are not finished; `known` has been read already. */
export async function loadUnfinishedBots(
  table: Table,
  { recordings }: Meeting,
  known?: Loaded<Bot>,
): Promise<readonly Loaded<Bot>[]> {
  const ids = recordings
    .filter(({ status, botId }) => isUnfinished(status) && botId !== known?.state.id)
    .map(({ botId }) => botId);
  const others = await Promise.all(ids.map((id) => bots.find(table, id)));
  return [known, ...others].flatMap((bot) => bot ?? []);
}
