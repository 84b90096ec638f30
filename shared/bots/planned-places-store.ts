import type { CommandContext } from '#shared/commands/context';
import type { LimitCounter } from '#shared/core/limits';
import { limitCounter } from '#shared/dynamodb/limits';

/** Counts the places of queued bots, also for calendar syncs, whose other limits are off. */
export const placeCounter = ({ table, clock }: Pick<CommandContext, 'table' | 'clock'>): LimitCounter =>
  limitCounter(table, clock);
