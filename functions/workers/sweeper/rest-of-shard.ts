import * as v from 'valibot';
import { DUE_SHARDS } from '#shared/dynamodb/keys';

const RestOfShard = v.object({
  shard: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(DUE_SHARDS - 1)),
  /** The position after which the next page begins. */
  after: v.string(),
  /** Consecutive invocations for this shard, this one included. */
  hops: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** The rest of a shard that one invocation leaves to the next. */
export type RestOfShard = v.InferOutput<typeof RestOfShard>;

/** Undefined for the scheduled event, which covers all shards. */
export const restIn = (event: unknown): RestOfShard | undefined =>
  v.is(v.object({ shard: v.unknown() }), event) ? v.parse(RestOfShard, event) : undefined;
