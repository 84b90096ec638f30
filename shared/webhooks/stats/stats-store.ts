import * as v from 'valibot';
import type { Item, Key, Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, HOUR_MS, type Instant, isoOf, later, ttlAt } from '#shared/foundation/core/time';
import { instant } from '#shared/foundation/dynamodb/row-parts';
import { allRows } from '#shared/foundation/dynamodb/rows';
import type { AttemptGroup } from '#shared/webhooks/delivery/rules/delivery';
import { type AttemptCount, RESPONSE_CLASSES, type ResponseClass } from '#shared/webhooks/stats/rules/attempt-count';
import type { HourlyCounts, StatsSpan } from '#shared/webhooks/stats/rules/endpoint-stats';
import { BUCKETS, type Histogram } from '#shared/webhooks/stats/rules/histogram';

/**
 * The rows of an hour of an endpoint. Two transactions that meet on one row cancel one of them, so an endpoint with many
 * attempts at once is counted in up to 32 rows; an ordinary one in the first alone: docs/decisions/webhook-stats.md.
 */
export const MOST_SHARDS = 32;
/** They lie in four partitions, each of which takes a thousand write units a second. */
const PARTITIONS = [0, 1, 2, 3] as const;

/** A day beyond the statistics, so that the oldest hour is complete. */
const KEPT_MS = 31 * DAY_MS;

export const statsPartition = (group: AttemptGroup, partition: number): string => `${group}#STATS#${partition}`;
export const statsPartitions = (group: AttemptGroup): readonly string[] =>
  PARTITIONS.map((partition) => statsPartition(group, partition));

/** `2026-11-02T10`: rows of an hour sort by it, then by shard. */
const hourText = (hour: Instant): string => isoOf(hour).slice(0, 13);

const statsKey = (group: AttemptGroup, hour: Instant, shard: number): Key => ({
  pk: statsPartition(group, shard % PARTITIONS.length),
  sk: `${hourText(hour)}#${Math.floor(shard / PARTITIONS.length)}`,
});

const bucketName = (bucket: number): string => `ms${bucket}`;

/**
 * Attempts at one endpoint more, for the transaction that records them: what is recorded once is counted once. One row
 * for each hour in which they began, of two write units.
 */
export const countAttempts = (counts: readonly AttemptCount[], shard: number): readonly Write[] =>
  [...Map.groupBy(counts, ({ hour }) => hour).values()].flatMap(([first, ...others]) =>
    first ? [countInHour([first, ...others], shard)] : [],
  );

function countInHour(counts: readonly [AttemptCount, ...AttemptCount[]], shard: number): Write {
  const [{ group, hour }] = counts;
  const added = [...Map.groupBy(counts.flatMap(countersOf), (name) => name)].map(
    ([name, { length }], nth) => ({ name, length, nth }) as const,
  );
  return {
    update: statsKey(group, hour, shard),
    set: {
      text: `SET #type = :type, #hour = :hour, #ttl = :ttl ADD ${added.map(({ nth }) => `#n${nth} :n${nth}`).join(', ')}`,
      names: {
        ...{ '#type': 'type', '#hour': 'hour', '#ttl': 'ttl' },
        ...Object.fromEntries(added.map(({ nth, name }) => [`#n${nth}`, name])),
      },
      values: {
        ...{ ':type': 'endpoint_stats', ':hour': hour },
        ...Object.fromEntries(added.map(({ nth, length }) => [`:n${nth}`, length])),
        ':ttl': ttlAt(later(hour, KEPT_MS + HOUR_MS)),
      },
    },
  };
}

/** The counters that an attempt adds one to. */
const countersOf = ({ responseClass, delivered, failed, bucket }: AttemptCount): readonly string[] => [
  responseClass,
  ...(delivered ? ['delivered'] : []),
  ...(failed ? ['failed'] : []),
  ...(bucket === undefined ? [] : [bucketName(bucket)]),
];

/** The counts of a span, strongly consistent: one query for each partition. */
export async function findCounts(
  table: Table,
  group: AttemptGroup,
  { from, to }: Pick<StatsSpan, 'from' | 'to'>,
): Promise<readonly HourlyCounts[]> {
  const rows = await Promise.all(
    // `2026-11-02T12` sorts before `2026-11-02T12#0`: the last hour is not in it.
    statsPartitions(group).map((pk) => rowsBetween(table, pk, hourText(from), hourText(to))),
  );
  return rows.flat().map(countsIn);
}

const rowsBetween = (table: Table, pk: string, from: string, to: string): Promise<readonly Item[]> =>
  allRows(table, {
    text: 'pk = :pk AND sk BETWEEN :from AND :to',
    values: { ':pk': pk, ':from': from, ':to': to },
  });

const count = v.optional(v.number(), 0);
const Row = v.object({ hour: instant, delivered: count, failed: count });
const Counts = v.record(v.string(), v.unknown());

function countsIn(item: Item): HourlyCounts {
  const { hour, delivered, failed } = v.parse(Row, item);
  const counts = v.parse(Counts, item);
  const counted = (name: string) => v.parse(count, counts[name]);
  const responses = RESPONSE_CLASSES.map((name) => [name, counted(name)] as const);
  const histogram = Array.from({ length: BUCKETS }, (_, bucket) => [bucket, counted(bucketName(bucket))] as const);
  return {
    ...{ hour, delivered, failed },
    responses: Object.fromEntries(responses) as Record<ResponseClass, number>,
    histogram: Object.fromEntries(histogram) as Histogram,
  };
}
