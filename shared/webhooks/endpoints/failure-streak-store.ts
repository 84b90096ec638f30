import * as v from 'valibot';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import type { Key, Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { instant } from '#shared/foundation/dynamodb/row-parts';
import type { FailureStreak } from '#shared/webhooks/endpoints/rules/endpoint-health';

/** A streak without further attempts for so long says nothing any more. */
const KEPT_MS = 31 * DAY_MS;

export const streakKey = (endpoint: WebhookEndpointId): Key => ({ pk: endpoint, sk: 'STREAK' });

const Row: v.GenericSchema<unknown, FailureStreak> = v.object({ since: instant, attempts: v.number() });

/**
 * The row of an endpoint's failure streak: counted by plain updates, which wait for each other and do not refuse each
 * other. All functions throw `Throttled`.
 */
export async function findStreak(table: Table, endpoint: WebhookEndpointId): Promise<FailureStreak | undefined> {
  const item = await table.get(streakKey(endpoint));
  return item && v.parse(Row, item);
}

/**
 * Counts one attempt more, the first of a streak included. `attempt` names it: a request that the SDK repeats, since its
 * answer was lost, counts it once.
 */
export async function countFailure(
  table: Table,
  endpoint: WebhookEndpointId,
  { attempt, now }: { readonly attempt: string; readonly now: Instant },
): Promise<void> {
  await table.write({
    update: streakKey(endpoint),
    set: {
      text: 'SET #type = :type, #since = if_not_exists(#since, :now), #ttl = :ttl, counted = :attempt ADD attempts :one',
      names: { '#type': 'type', '#since': 'since', '#ttl': 'ttl' },
      values: { ':type': 'failure_streak', ':now': now, ':ttl': expiryOf(now), ':attempt': attempt, ':one': 1 },
    },
    when: {
      text: 'attribute_not_exists(counted) OR counted <> :attempt',
    },
  });
}

/** Ends this streak. False where it is not there any more, or where the endpoint was reported as failing because of it. */
export const endStreak = (table: Table, endpoint: WebhookEndpointId, { since }: FailureStreak): Promise<boolean> =>
  table.write({
    remove: streakKey(endpoint),
    when: {
      text: '#since = :since AND attribute_not_exists(reported)',
      names: { '#since': 'since' },
      values: { ':since': since },
    },
  });

/** For the transaction that reports an endpoint as failing: refused where an acknowledgement has ended the streak. */
export const reportStreak = (endpoint: WebhookEndpointId, { since }: FailureStreak): readonly Write[] => [
  {
    update: streakKey(endpoint),
    set: { text: 'SET reported = :yes', values: { ':yes': true } },
    when: { text: '#since = :since', names: { '#since': 'since' }, values: { ':since': since } },
  },
];

/** For the transaction after which the endpoint begins afresh, or is gone. */
export const removeStreak = (endpoint: WebhookEndpointId): readonly Write[] => [{ remove: streakKey(endpoint) }];

const expiryOf = (now: Instant): number => ttlAt(later(now, KEPT_MS));
