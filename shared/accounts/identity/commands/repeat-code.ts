import type { CommandContext } from '#shared/foundation/commands/context';
import { DEPLOYMENT } from '#shared/foundation/core/limits';
import { Throttled } from '#shared/foundation/core/store';
import { DAY_MS, type Instant } from '#shared/foundation/core/time';

type Context = Pick<CommandContext, 'clock' | 'useOf' | 'limitCounter'>;

/**
 * Keeps the first codes that are sent again for an account that signs up, where nothing else uses them up. The mail of the
 * sign-up goes also where they cannot be kept. Repeating it changes nothing.
 */
export const keepFirstCodes =
  ({ clock, useOf, limitCounter }: Context) =>
  async (account: string): Promise<void> => {
    const one = useOf('first_account_codes', account, clock.now());
    await limitCounter.hasRoomFor({ ...one, amount: one.most }).catch((error: unknown) => {
      if (!(error instanceof Throttled)) throw error;
    });
  };

/**
 * Whether the identity provider may send one more code to an account that waits for one: by the limit of the account, and
 * then by that of the deployment, of which those use nothing up that are over their own, nor the first ones of an account
 * that signed up that day or the day before. An account of longer ago has none: many that were kept for one day would
 * have a mail of each then.
 */
export const mayRepeatCode =
  ({ clock, useOf, limitCounter }: Context) =>
  async (account: string): Promise<boolean> => {
    const now = clock.now();
    if (!(await limitCounter.hasRoomFor(useOf('account_codes', account, now)))) return false;
    const isKeptOf = (day: number) => limitCounter.giveBack(useOf('first_account_codes', account, day as Instant));
    return (
      (await isKeptOf(now)) ||
      (await isKeptOf(now - DAY_MS)) ||
      (await limitCounter.hasRoomFor(useOf('repeated_codes', DEPLOYMENT, now)))
    );
  };
