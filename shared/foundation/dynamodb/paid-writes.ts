import { AsyncLocalStorage } from 'node:async_hooks';
import type { Write } from '#shared/foundation/core/table';
import { unitsIn } from '#shared/foundation/dynamodb/request-work';

/** Counts write units before they are written. Throws where there is no room for them: nothing is written then. */
export type Payment = (units: number) => Promise<void>;

const paying = new AsyncLocalStorage<Payment | undefined>();

/** Has everything that some work writes to the table counted first, also what it does at the same time. */
export const paidBy = <Result>(pay: Payment, work: () => Promise<Result>): Promise<Result> => paying.run(pay, work);

/** What is written for the payment itself is not paid. */
export async function payFor(writes: readonly Write[], chargedTimes: 1 | 2): Promise<void> {
  const pay = paying.getStore();
  if (pay) await paying.run(undefined, () => pay(unitsIn(writes) * chargedTimes));
}
