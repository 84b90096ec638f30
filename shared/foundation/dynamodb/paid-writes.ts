import { AsyncLocalStorage } from 'node:async_hooks';
import type { Write } from '#shared/foundation/core/table';
import { unitsIn } from '#shared/foundation/dynamodb/request-work';

/** Counts write units before they are written. Throws where there is no room for them: nothing is written then. */
export type Payment = (units: number) => Promise<void>;

interface Paying {
  readonly pay: Payment;
  /** What was read and does not come to two units yet. */
  unpaidBytes: number;
}

const paying = new AsyncLocalStorage<Paying | undefined>();

/** A unit that is written costs as much as 20 KB that are read. */
const READ_OF_A_UNIT = 20 * 1_024;
/** A payment of one unit may be made without room for it (`paid-walks.ts`). */
const LEAST_PAID = 2;

/** Has everything that some work writes to the table counted first, and what it reads as soon as it is read. */
export const paidBy = <Result>(pay: Payment, work: () => Promise<Result>): Promise<Result> =>
  paying.run({ pay, unpaidBytes: 0 }, work);

/** What is written for the payment itself is not paid. */
export async function payFor(writes: readonly Write[], chargedTimes: 1 | 2): Promise<void> {
  const payer = paying.getStore();
  if (payer) await paying.run(undefined, () => payer.pay(unitsIn(writes) * chargedTimes));
}

/** Throws where there is no room for what was read: the work ends there, and begins again with room. */
export async function payForRead(bytes: () => number): Promise<void> {
  const payer = paying.getStore();
  if (!payer) return;
  payer.unpaidBytes += bytes();
  const units = Math.floor(payer.unpaidBytes / READ_OF_A_UNIT);
  if (units < LEAST_PAID) return;
  payer.unpaidBytes -= units * READ_OF_A_UNIT;
  await paying.run(undefined, () => payer.pay(units));
}
