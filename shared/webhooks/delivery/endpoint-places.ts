import type { Clock } from '#shared/foundation/core/clock';
import { idOf, type UserId } from '#shared/foundation/core/ids';
import type { Expression, Table } from '#shared/foundation/core/table';
import { DAY_MS, later, SECOND_MS, ttlAt } from '#shared/foundation/core/time';
import { endpointPlacesKey } from '#shared/foundation/dynamodb/keys';
import type { AttemptGroup } from '#shared/webhooks/delivery/rules/delivery';

/** The queues in which places are limited, and how many there are. */
export type PlacesIn = Readonly<Record<'first' | 'retry', number>>;

/** The places of one endpoint, of all of one workspace with those of its orders, and of all of one founder. */
type MostPlaces = Readonly<Record<'endpoint' | 'workspace' | 'founder', PlacesIn>>;

/**
 * How many batches of each queue may hold first attempts of one endpoint at a time: a tenth of those that run
 * concurrently, and two at least; of all endpoints of one workspace: an eighth, and three at least; and of all of one
 * founder: a third, and three at least (docs/decisions/places-of-one-endpoint.md).
 */
export const mostPlaces = ({ first, retry }: PlacesIn): MostPlaces => ({
  endpoint: { first: Math.max(2, Math.floor(first / 10)), retry: Math.max(2, Math.floor(retry / 10)) },
  workspace: { first: Math.max(3, Math.floor(first / 8)), retry: Math.max(3, Math.floor(retry / 8)) },
  founder: { first: Math.max(3, Math.floor(first / 3)), retry: Math.max(3, Math.floor(retry / 3)) },
});

/** Batches of a queue that hold requests to an endpoint, or to those of a workspace or a founder. */
export interface PlacesOf {
  readonly holder: AttemptGroup | UserId;
  readonly queue: keyof PlacesIn;
}

/** Counts the batches that hold first attempts of an endpoint, a workspace or a founder, over all instances of the delivery function. */
export interface EndpointPlaces {
  /** False when the endpoint, the workspace or the founder has all its places. */
  take(of: PlacesOf): Promise<boolean>;
  giveBack(of: PlacesOf): Promise<void>;
}

interface Needs {
  readonly table: Table;
  readonly clock: Clock;
  readonly most: MostPlaces;
}

/** The timeout of the delivery function: nothing holds a place for longer. */
const HELD_FOR_MS = 20 * SECOND_MS;

/**
 * One row for each queue and each endpoint, workspace and founder with recent deliveries. A killed instance does not give
 * its place back: the count begins again when no place was taken for as long as an invocation can last.
 */
export const endpointPlaces = ({ table, clock, most }: Needs): EndpointPlaces => {
  const mostOf = ({ holder, queue }: PlacesOf) => most[kindOf(holder)][queue];
  const update = async (of: PlacesOf, change: string, when: Expression) => {
    const now = clock.now();
    const ttl = ttlAt(later(now, DAY_MS));
    return table.write({
      update: endpointPlacesKey(of.queue, of.holder),
      set: {
        text: change,
        names: { '#ttl': 'ttl' },
        values: { ':one': 1, ':until': later(now, HELD_FOR_MS), ':ttl': ttl },
      },
      when: { ...when, values: { ...when.values, ':now': now } },
    });
  };
  return {
    take: async (of) =>
      (await update(of, 'SET held_until = :until, #ttl = :ttl ADD used :one', {
        text: 'attribute_not_exists(used) OR used = :none OR (used < :most AND held_until > :now)',
        values: { ':none': 0, ':most': mostOf(of) },
      })) || (await update(of, 'SET held_until = :until, #ttl = :ttl, used = :one', { text: 'held_until <= :now' })),

    async giveBack(of) {
      await table.write({
        update: endpointPlacesKey(of.queue, of.holder),
        set: { text: 'ADD used :less', names: {}, values: { ':less': -1 } },
        when: { text: 'used > :none', values: { ':none': 0 } },
      });
    },
  };
};

function kindOf(holder: PlacesOf['holder']): keyof MostPlaces {
  if (idOf('usr', holder)) return 'founder';
  return idOf('wks', holder) ? 'workspace' : 'endpoint';
}
