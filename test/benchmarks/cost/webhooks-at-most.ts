import type { LimitName } from '#shared/foundation/core/limits';
import { DAY_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { WEBHOOK_BYTES, weightOf } from '#shared/webhooks/delivery/rules/webhook-weight';
import type { Answer } from '#test/support/event-path/receiver';
import type { MostUsed } from './most-usage.ts';
import type { Prices } from './prices.ts';
import { billFor, totalOf } from './usage.ts';
import { webhookUsage } from './webhook-usage.ts';

const DAYS = 31;
const MINUTES = 60;
/** A payload counts once up to 10 KB; the rest is that of a small event. */
const PADDING_BYTES = WEBHOOK_BYTES - 1_000;

/**
 * The most that the webhooks of all workspaces of one founder cost, with every minute used up: those of an hour are
 * acknowledged for some minutes and refused 21 times from then on, at endpoints that had nothing in the hour before, and so
 * many that none has too many retries. Attempts that time out are bounded by the queue of slow endpoints.
 */
export async function webhooksAtMost(prices: Prices): Promise<MostUsed> {
  const each = { events: 50, receiverSeconds: 0.3, paddingBytes: PADDING_BYTES };
  const acknowledged = totalOf(billFor(await webhookUsage({ ...each, answers: [204] }), prices));
  const refused = totalOf(billFor(await webhookUsage({ ...each, answers: [500] }), prices));
  const mostOfMinute = (inADay('user_webhooks') * MINUTE_MS) / DAY_MS;
  const hours = Array.from({ length: MINUTES + 1 }, (_, minutes) => {
    const made = madeInHour(mostOfMinute, minutes);
    return made.acknowledged * acknowledged + made.refused * refused;
  });
  const hour = Math.max(...hours);
  return { what: 'webhooks of all workspaces of a founder', hour, month: DAYS * 24 * hour };
}

/**
 * Of each refused event the hour has one attempt: a receiver may ask for the next one an hour later. So an hour that begins
 * with acknowledgements pays for refusals.
 */
function madeInHour(mostOfMinute: number, minutesAcknowledged: number) {
  let acknowledged = 0;
  let refused = 0;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const made = mostOfMinute / weightOf({ attempts: acknowledged + refused, acknowledged });
    if (minute < minutesAcknowledged) acknowledged += made;
    else refused += made;
  }
  return { acknowledged, refused };
}

/** The same of redeliveries that are refused: each is one attempt, and a job. */
export async function redeliveriesAtMost(prices: Prices): Promise<MostUsed> {
  const given = {
    events: 50,
    paddingBytes: PADDING_BYTES,
    answers: [...Array<Answer>(50).fill(204), 500],
    receiverSeconds: 0.3,
  };
  const once = totalOf(billFor(await webhookUsage(given), prices));
  const one = totalOf(billFor(await webhookUsage({ ...given, isRedelivered: true }), prices)) - once;
  const day = (inADay('user_redeliveries') + inADay('user_bulk_redeliveries')) * one;
  return { what: 'redeliveries of all workspaces of a founder', hour: day / 24, month: DAYS * day };
}

function inADay(limit: LimitName): number {
  const { most, windowStartsAt, windowEndsAt } = useFactory()(limit, '', 0 as Instant);
  return (most * DAY_MS) / (windowEndsAt - windowStartsAt);
}
