import type { CommandContext } from '#shared/foundation/commands/context';
import { takeUses } from '#shared/foundation/commands/take-uses';
import { DEPLOYMENT } from '#shared/foundation/core/limits';

/**
 * Whether the identity provider may send one more code to an account that waits for one, by the limits of the account and
 * then of the deployment, of which those use nothing up that are over their own.
 */
export const mayRepeatCode =
  ({ clock, useOf, limitCounter }: Pick<CommandContext, 'clock' | 'useOf' | 'limitCounter'>) =>
  async (account: string): Promise<boolean> => {
    const now = clock.now();
    const take = takeUses(limitCounter);
    const ofAccount = await take([useOf('account_codes', account, now)]);
    return 'taken' in ofAccount && 'taken' in (await take([useOf('repeated_codes', DEPLOYMENT, now)]));
  };
