import type { Clock } from '#shared/foundation/core/clock';
import type { Key, Table } from '#shared/foundation/core/table';
import { type Instant, later } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';
import { advanceLimiter } from '#shared/foundation/dynamodb/rate-limiter';

interface Limited {
  readonly key: Key;
  /** Of the row. */
  readonly type: string;
  readonly use: Use;
}

/**
 * Advances a rate limiter by the share that a use takes of a window; answers since when there is room for it, which is a
 * window before its next free slot (a token bucket with the uses of one window). Nothing is ever refused. Throws
 * `Throttled`.
 */
export async function reserveSlot(
  { table, clock }: { readonly table: Table; readonly clock: Clock },
  { key, type, use: { amount, most, windowStartsAt, windowEndsAt } }: Limited,
): Promise<Instant> {
  const windowMs = windowEndsAt - windowStartsAt;
  const totalUs = Math.ceil((amount * windowMs * 1_000) / Math.max(1, most));
  const nextUs = await advanceLimiter({ table, clock }, key, { type, totalUs });
  return later(Math.ceil(nextUs / 1_000) as Instant, -windowMs);
}
