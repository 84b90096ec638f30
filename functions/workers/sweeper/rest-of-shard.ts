import * as v from 'valibot';
import { DUE_SHARDS } from '#shared/dynamodb/keys';

const RestOfShard = v.object({
  shard: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(DUE_SHARDS - 1)),
  /** Where its next page begins. */
  after: v.string(),
  /** Invocations in a row that have worked on it, this one included. */
  hops: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** What one invocation of the sweeper leaves to another. */
export type RestOfShard = v.InferOutput<typeof RestOfShard>;

/** Undefined for the minute's own event, which is about all shards. */
export const restIn = (event: unknown): RestOfShard | undefined =>
  v.is(v.object({ shard: v.unknown() }), event) ? v.parse(RestOfShard, event) : undefined;
