import type { CommandContext } from '#shared/commands/context';
import type { LimitCounter } from '#shared/core/limits';
import { limitCounter } from '#shared/dynamodb/limits';

/** Counts the places of automatic bots, those of calendars that are synced as well, which no other limit counts. */
export const placeCounter = ({ table, clock }: Pick<CommandContext, 'table' | 'clock'>): LimitCounter =>
  limitCounter(table, clock);
