import { type LimitName, useFactory } from '#shared/core/limits';
import { DAY_MS, type Instant } from '#shared/core/time';
import { MAX_ATTEMPTS } from '#shared/webhooks/delivery/rules/attempt-ended';
import { weightOf } from '#shared/webhooks/delivery/rules/webhook-weight';
import type { Answer } from '#test/support/event-path/receiver';
import type { MostUsed } from './most-usage.ts';
import type { Prices } from './prices.ts';
import { billFor, totalOf } from './usage.ts';
import { webhookUsage } from './webhook-usage.ts';

const DAYS = 31;
/** Enough for an endpoint to have a weight. */
const EVENTS = 1_000;

/**
 * The most that the webhooks of all workspaces of one founder cost, with every minute used up: each is acknowledged at
 * once, or each is refused 21 times at so many endpoints that none has too many retries. What is in between costs less:
 * a webhook counts as the attempts that there are for one that is acknowledged. Attempts that time out are bounded by the
 * queue of slow endpoints.
 */
export async function webhooksAtMost(prices: Prices): Promise<MostUsed> {
  const acknowledged = totalOf(
    billFor(await webhookUsage({ events: 50, answers: [204], receiverSeconds: 0.3 }), prices),
  );
  const refused = totalOf(billFor(await webhookUsage({ events: 50, answers: [500], receiverSeconds: 0.3 }), prices));
  const weight = weightOf({ attempts: EVENTS * MAX_ATTEMPTS, acknowledged: 0 });
  const day = inADay('user_webhooks') * Math.max(acknowledged, refused / weight);
  return { what: 'webhooks of all workspaces of a founder', hour: day / 24, month: DAYS * day };
}

/** The same of redeliveries that are refused: each is one attempt, and a job. */
export async function redeliveriesAtMost(prices: Prices): Promise<MostUsed> {
  const given = { events: 50, answers: [...Array<Answer>(50).fill(204), 500], receiverSeconds: 0.3 };
  const once = totalOf(billFor(await webhookUsage(given), prices));
  const one = totalOf(billFor(await webhookUsage({ ...given, isRedelivered: true }), prices)) - once;
  const day = (inADay('user_redeliveries') + inADay('user_bulk_redeliveries')) * one;
  return { what: 'redeliveries of all workspaces of a founder', hour: day / 24, month: DAYS * day };
}

function inADay(limit: LimitName): number {
  const { most, windowStartsAt, windowEndsAt } = useFactory()(limit, '', 0 as Instant);
  return (most * DAY_MS) / (windowEndsAt - windowStartsAt);
}
