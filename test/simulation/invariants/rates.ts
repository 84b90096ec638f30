import { SECOND_MS } from '#shared/foundation/core/time';
import type { Outcome } from '../outcome.ts';
import { wentOut } from './schedule.ts';
import { unless } from './unless.ts';

/** I17: in no second of the clock do more attempts begin than the endpoint allows. */
export const ofRates = ({ ledger, histories }: Outcome): readonly string[] =>
  ledger.endpoints.flatMap(({ id, rate }) => {
    const begun = histories
      .filter(({ delivery }) => delivery.endpointId === id)
      .flatMap(({ attempts }) => attempts.filter(wentOut).map(({ attemptedAt }) => attemptedAt));
    const most = Math.max(0, ...perSecond(begun));
    return unless(rate === null || most <= rate, `I17: ${most} attempts in a second, and ${rate} are allowed`);
  });

const perSecond = (moments: readonly number[]): readonly number[] =>
  [...Map.groupBy(moments, (at) => Math.floor(at / SECOND_MS)).values()].map(({ length }) => length);
