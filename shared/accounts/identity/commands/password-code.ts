import type { CommandContext } from '#shared/foundation/commands/context';
import { takeUses } from '#shared/foundation/commands/take-uses';
import { DEPLOYMENT } from '#shared/foundation/core/limits';

/** Codes a day of one account that do not count among the further ones, which a few accounts can use up. */
const FIRST = 1;

/**
 * Whether the identity provider may send a code for a new password: by the limits of the account, and then by those of the
 * deployment, of which those use nothing up that are over their own. An address that has shown a code may bounce
 * later: its mailbox may be one that a stranger turns off.
 */
export const mayResetPassword =
  ({ clock, useOf, limitCounter }: Pick<CommandContext, 'clock' | 'useOf' | 'limitCounter'>) =>
  async (account: string): Promise<boolean> => {
    const now = clock.now();
    const ofAccount = useOf('account_password_codes', account, now);
    const all = useOf('all_password_codes', DEPLOYMENT, now);
    const take = takeUses(limitCounter);
    if (await limitCounter.hasRoomFor({ ...ofAccount, most: Math.min(FIRST, ofAccount.most) }))
      return 'taken' in (await take([all]));
    if (!(await limitCounter.hasRoomFor(ofAccount))) return false;
    return 'taken' in (await take([useOf('further_password_codes', DEPLOYMENT, now), all]));
  };
