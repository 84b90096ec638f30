import type { CommandContext } from '#shared/commands/context';
import type { LimitCounter, Use } from '#shared/core/limits';
import type { Table } from '#shared/core/table';
import { limitCounter, usedUp } from '#shared/dynamodb/limits';

/** Counts the places of automatic bots, those of calendars that are synced as well, which no other limit counts. */
export const placeCounter = ({ table, clock }: Pick<CommandContext, 'table' | 'clock'>): LimitCounter =>
  limitCounter(table, clock);

/** Whether one of these has no room. It counts nothing. */
export const isTimeFull = async (table: Table, places: readonly Use[]): Promise<boolean> =>
  (await usedUp(table, places)).length > 0;
