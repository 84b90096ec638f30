import * as v from 'valibot';
import type { Clock } from '#shared/foundation/core/clock';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { batchedByKey } from '#shared/foundation/dynamodb/batched-by-key';
import { endpointLimiterKey, endpointSecondKey } from '#shared/foundation/dynamodb/keys';
import { advanceLimiter } from '#shared/foundation/dynamodb/rate-limiter';
import { slotGap } from '#shared/webhooks/delivery/rules/rate-slot';

/** The attempts at an endpoint with `max_per_second`, over all instances of the delivery function. All throw `Throttled`. */
export interface EndpointRateLimiter {
  /** The next free slot of the endpoint, now at the earliest. */
  reserve(endpoint: WebhookEndpointId, maxPerSecond: number): Promise<Instant>;
  /** Counts an attempt that begins at once; false if the present second has its attempts. */
  take(endpoint: WebhookEndpointId, maxPerSecond: number): Promise<boolean>;
}

interface Needs {
  readonly table: Table;
  readonly clock: Clock;
}

interface Asked {
  readonly endpoint: WebhookEndpointId;
  readonly maxPerSecond: number;
}

/** Tries of a second that ended while it was written. */
const ROUNDS = 4;

/**
 * What is asked in one tick of the event loop for one endpoint, mostly by messages of one batch, is one write. A second
 * is a row, and the next free slot is another; neither is read, and neither lives longer than it is needed.
 */
export function endpointRateLimiter(needs: Needs): EndpointRateLimiter {
  const endpointOf = ({ endpoint }: Asked) => endpoint;
  const slots = batchedByKey(endpointOf, (asked) => reserveAll(needs, asked));
  const counts = batchedByKey(endpointOf, (asked) => takeAll(needs, asked));
  return {
    reserve: (endpoint, maxPerSecond) => slots({ endpoint, maxPerSecond }),
    take: (endpoint, maxPerSecond) => counts({ endpoint, maxPerSecond }),
  };
}

async function reserveAll(needs: Needs, asked: readonly [Asked, ...Asked[]]): Promise<readonly Instant[]> {
  const gaps = asked.map(({ maxPerSecond }) => slotGap(maxPerSecond));
  const totalUs = gaps.reduce((sum, gap) => sum + gap, 0);
  const nextUs = await advanceLimiter(needs, endpointLimiterKey(asked[0].endpoint), { type: 'endpoint_line', totalUs });
  return slotsFrom(nextUs - totalUs, gaps);
}

function slotsFrom(firstUs: number, gaps: readonly number[]): readonly Instant[] {
  let at = firstUs;
  return gaps.map((gap) => {
    const slot = Math.ceil(at / 1_000) as Instant;
    at += gap;
    return slot;
  });
}

const Second = v.object({ used: v.number() });

/**
 * Counts attempts in the present second. A count beyond the rate does no harm: the second is full. Where the second ends
 * before the answer is there, the attempts would begin in the next one, and are counted there.
 */
async function takeAll({ table, clock }: Needs, asked: readonly [Asked, ...Asked[]]): Promise<readonly boolean[]> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const second = secondOf(clock.now());
    const changed = await table.update(endpointSecondKey(asked[0].endpoint, second), {
      text: 'SET #type = :type, #ttl = :ttl ADD used :count',
      names: { '#type': 'type', '#ttl': 'ttl' },
      values: { ':type': 'endpoint_second', ':ttl': second + (10 * MINUTE_MS) / SECOND_MS, ':count': asked.length },
    });
    if (secondOf(clock.now()) !== second) continue;
    const before = v.parse(Second, changed).used - asked.length;
    return asked.map(({ maxPerSecond }, at) => before + at < maxPerSecond);
  }
  return asked.map(() => false);
}

const secondOf = (at: Instant): number => Math.floor(at / SECOND_MS);
