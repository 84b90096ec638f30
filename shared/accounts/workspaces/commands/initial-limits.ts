import {
  DEFAULT_USAGE_LIMITS,
  FURTHER_USAGE_LIMITS,
  type UsageLimits,
} from '#shared/accounts/usage/rules/usage-limits';
import type { CommandContext } from '#shared/foundation/commands/context';
import { giveBackAll, takeUses } from '#shared/foundation/commands/take-uses';
import { DEPLOYMENT } from '#shared/foundation/core/limits';
import type { Use } from '#shared/foundation/core/uses';

type Needs = Pick<CommandContext, 'limitCounter' | 'useOf' | 'clock' | 'reportLimit'>;

/**
 * Makes a workspace with the limits that it begins with: those of paid work as long as there is room for it among all new
 * workspaces of the deployment, and in the other uses; else those of a further one. A place of the deployment is taken after
 * the others: requests that cannot have one hold none, not even for a moment. What is counted is given back where none is
 * made.
 */
export async function withInitialLimits<Result>(
  { limitCounter, useOf, clock, reportLimit }: Needs,
  ofUser: readonly Use[],
  make: (usageLimits: UsageLimits) => Promise<Result>,
): Promise<Result> {
  const own = await takeUses(limitCounter)(ofUser);
  if ('reached' in own) return make(FURTHER_USAGE_LIMITS);
  const ofAll = useOf('all_paid_workspaces', DEPLOYMENT, clock.now());
  const taken = [...own.taken];
  try {
    if (await limitCounter.hasRoomFor(ofAll)) {
      taken.push(ofAll);
      return await make(DEFAULT_USAGE_LIMITS);
    }
  } catch (error) {
    await giveBackAll(limitCounter, taken);
    throw error;
  }
  reportLimit?.(ofAll.limit);
  await giveBackAll(limitCounter, taken);
  return make(FURTHER_USAGE_LIMITS);
}
