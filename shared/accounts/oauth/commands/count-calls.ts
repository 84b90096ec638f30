import type { CommandContext } from '#shared/foundation/commands/context';
import type { UserId } from '#shared/foundation/core/ids';

/** Counts calls of a user's agents, each message of a batch as one. Throws the 429 over the limit. */
export const countCalls =
  ({ clock, useOf, limitCounter }: Pick<CommandContext, 'clock' | 'useOf' | 'limitCounter'>) =>
  (userId: UserId, count: number): Promise<void> =>
    limitCounter.take(useOf('agent_calls', userId, clock.now(), count));
