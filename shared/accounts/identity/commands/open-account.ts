import type { Accounts, SignUp, SignUps } from '#shared/accounts/identity/ports';
import type { CommandContext } from '#shared/foundation/commands/context';
import { requireUses, usesOfDeployment } from '#shared/foundation/commands/take-uses';
import { DEPLOYMENT } from '#shared/foundation/core/limits';
import { DAY_MS, later } from '#shared/foundation/core/time';

interface AccountContext extends Pick<CommandContext, 'clock' | 'useOf' | 'limitCounter'> {
  readonly accounts: Accounts;
  readonly signUps: SignUps;
}

/** Who asks: a browser with an address of a person, by the hashes of its IP address and of its address block. */
interface Asking extends SignUp {
  readonly addressHash: string;
  readonly blockHash: string;
}

/** A code is valid for a day, and a new one can be requested during this time. */
const CONFIRMATION_MS = 7 * DAY_MS;

/** Makes an account that waits for a code; false for a password that is refused. Throws the 429 over the limit, and `AccountsBusy`. */
export const openAccount =
  (context: AccountContext) =>
  async ({ password, ...asking }: Asking & { readonly password: string }): Promise<boolean> => {
    await count(context, asking);
    await countMail(context, asking);
    const { accounts, signUps, clock } = context;
    const { browser, email } = asking;
    const outcome = await accounts.signUp({ email, password });
    if (outcome === 'rejected') return false;
    const endsAt = later(clock.now(), CONFIRMATION_MS);
    await signUps.keep({ browser, email }, { madeIt: outcome === 'made', endsAt });
    return true;
  };

/** Whether a code confirms the account, in the browser that made it alone. Throws the 429 over the limit, and `AccountsBusy`. */
export const confirmAccount =
  (context: AccountContext) =>
  async ({ code, ...asking }: Asking & { readonly code: string }): Promise<boolean> => {
    await count(context, asking);
    return (await isOfBrowser(context, asking)) && (await context.accounts.confirm({ email: asking.email, code }));
  };

/** Sends a new code, where the browser made the account. Throws the 429 over the limit, and `AccountsBusy`. */
export const sendAnotherCode =
  (context: AccountContext) =>
  async (asking: Asking): Promise<void> => {
    await count(context, asking);
    if (await isOfBrowser(context, asking)) await context.accounts.sendAnotherCode(asking.email);
  };

/** Each of them sends a mail or tries a code. */
function count(context: AccountContext, { addressHash, blockHash }: Asking): Promise<void> {
  const { clock, useOf } = context;
  const now = clock.now();
  return requireUses(context, [useOf('sign_ups', addressHash, now), useOf('block_sign_ups', blockHash, now)]);
}

/**
 * Counts the mail to an unverified address. It counts also where the address has an account: a 429 must not tell which
 * addresses have one. It comes after the limits of the caller.
 */
async function countMail(context: AccountContext, { blockHash }: Asking): Promise<void> {
  const { clock, useOf, limitCounter } = context;
  const now = clock.now();
  const uses = await usesOfDeployment(limitCounter, {
    first: useOf('first_sign_up_mails', blockHash, now),
    further: useOf('further_sign_up_mails', DEPLOYMENT, now),
    all: useOf('all_sign_up_mails', DEPLOYMENT, now),
  });
  await requireUses(context, uses);
}

const isOfBrowser = ({ signUps, clock }: AccountContext, { browser, email }: Asking): Promise<boolean> =>
  signUps.madeIn({ browser, email }, clock.now());
