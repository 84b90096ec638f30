import type { Clock } from '#shared/foundation/core/clock';
import { idOf, type UserId } from '#shared/foundation/core/ids';
import type { Expression, Table } from '#shared/foundation/core/table';
import { DAY_MS, later, SECOND_MS, ttlAt } from '#shared/foundation/core/time';
import { endpointConcurrencyKey } from '#shared/foundation/dynamodb/keys';
import type { AttemptGroup } from '#shared/webhooks/delivery/rules/delivery';

/** The queues in which concurrency is limited, and how many batches they have at a time. */
export type QueueConcurrency = Readonly<Record<'first' | 'retry', number>>;

/** The limits of one endpoint, of all of one workspace with the webhooks of its orders, and of all of one founder. */
type ConcurrencyLimits = Readonly<Record<'endpoint' | 'workspace' | 'founder', QueueConcurrency>>;

/**
 * How many batches of each queue may hold first attempts of one endpoint at a time: a tenth of those that run
 * concurrently, and two at least; of all endpoints of one workspace: an eighth, and three at least; and of all of one
 * founder: a third, and three at least (docs/decisions/concurrency-of-one-endpoint.md).
 */
export const concurrencyLimits = ({ first, retry }: QueueConcurrency): ConcurrencyLimits => ({
  endpoint: { first: Math.max(2, Math.floor(first / 10)), retry: Math.max(2, Math.floor(retry / 10)) },
  workspace: { first: Math.max(3, Math.floor(first / 8)), retry: Math.max(3, Math.floor(retry / 8)) },
  founder: { first: Math.max(3, Math.floor(first / 3)), retry: Math.max(3, Math.floor(retry / 3)) },
});

/** What one batch of a queue needs for requests to an endpoint, and to those of its workspace and its founder. */
export interface Permit {
  readonly holder: AttemptGroup | UserId;
  readonly queue: keyof QueueConcurrency;
}

/** Counts the batches that hold first attempts of an endpoint, a workspace or a founder, over all instances of the delivery function. */
export interface EndpointConcurrency {
  /** False when the endpoint, the workspace or the founder is at its limit. */
  acquire(permit: Permit): Promise<boolean>;
  release(permit: Permit): Promise<void>;
}

interface Needs {
  readonly table: Table;
  readonly clock: Clock;
  readonly limits: ConcurrencyLimits;
}

/** The timeout of the delivery function: nothing has a permit for longer. */
const HELD_FOR_MS = 20 * SECOND_MS;

/**
 * One row for each queue and each endpoint, workspace and founder with recent deliveries. A killed instance does not
 * release its permit: the count begins again when none was acquired for as long as an invocation can last.
 */
export const endpointConcurrency = ({ table, clock, limits }: Needs): EndpointConcurrency => {
  const mostOf = ({ holder, queue }: Permit) => limits[kindOf(holder)][queue];
  const update = async (permit: Permit, change: string, when: Expression) => {
    const now = clock.now();
    const ttl = ttlAt(later(now, DAY_MS));
    return table.write({
      update: endpointConcurrencyKey(permit.queue, permit.holder),
      set: {
        text: change,
        names: { '#ttl': 'ttl' },
        values: { ':one': 1, ':until': later(now, HELD_FOR_MS), ':ttl': ttl },
      },
      when: { ...when, values: { ...when.values, ':now': now } },
    });
  };
  return {
    acquire: async (permit) =>
      (await update(permit, 'SET held_until = :until, #ttl = :ttl ADD used :one', {
        text: 'attribute_not_exists(used) OR used = :none OR (used < :most AND held_until > :now)',
        values: { ':none': 0, ':most': mostOf(permit) },
      })) ||
      (await update(permit, 'SET held_until = :until, #ttl = :ttl, used = :one', { text: 'held_until <= :now' })),

    async release(permit) {
      await table.write({
        update: endpointConcurrencyKey(permit.queue, permit.holder),
        set: { text: 'ADD used :less', names: {}, values: { ':less': -1 } },
        when: { text: 'used > :none', values: { ':none': 0 } },
      });
    },
  };
};

function kindOf(holder: Permit['holder']): keyof ConcurrencyLimits {
  if (idOf('usr', holder)) return 'founder';
  return idOf('wks', holder) ? 'workspace' : 'endpoint';
}
