import * as v from 'valibot';
import { jsonOfState } from '#shared/foundation/dynamodb/rows';
import type { World } from '#test/support/api';

type Row = ReturnType<World['dynamo']['items']>[number];

/** Something that is due at a time, once: the work, and which of its times it is. */
export interface Due {
  /** The worker that it wakes. */
  readonly worker: string;
  /** Of this time of this thing alone. */
  readonly key: string;
}

const time = v.optional(v.nullable(v.number()), null);
const BotState = v.object({
  status: v.string(),
  joinAt: time,
  createdAt: v.number(),
  nextTurnAt: time,
  nextLookAt: time,
});
const FeedState = v.object({ lookAt: time });
const CalendarState = v.object({ dueAt: time });
const DeliveryState = v.object({ status: v.string(), next: v.optional(v.number()), dueAt: time });

const stateIn = <Schema extends v.GenericSchema>(schema: Schema, { state }: Row): v.InferOutput<Schema> =>
  v.parse(schema, jsonOfState(state?.S ?? state?.B));

/** Jobs by their worker: the longest beginning of a type wins. */
const WORKERS: Readonly<Record<string, string>> = {
  'job.recording': 'recording-processing',
  'job.summary': 'recording-processing',
  'job.connection_ending': 'calendars',
  'job.reach': 'settings-reach',
  'job.bulk_redelivery': 'bulk-redelivery',
  'job.endpoint_closing': 'bulk-redelivery',
  'job.mail': 'mail-delivery',
  'job.export': 'export-writing',
  'job.order': 'order-processing',
  'job.translation': 'order-processing',
  'job.ingestion': 'media-processing',
  'job.transcription': 'media-processing',
  'job.redelivery': 'webhook-delivery',
};

const workerOf = (job: string): string =>
  Object.entries(WORKERS).find(([type]) => job.startsWith(type))?.[1] ?? 'housekeeping';

/** The times at which a resource with chains of messages is due. */
function timesOf(row: Row): readonly (readonly [worker: string, at: number | null])[] {
  switch (row['type']?.S) {
    case 'bot': {
      const { status, joinAt, createdAt, nextTurnAt, nextLookAt } = stateIn(BotState, row);
      if (status === 'queued') return [['bots', Math.max(joinAt ?? createdAt, nextTurnAt ?? 0)]];
      return status === 'joining' || status === 'in_call' ? [['bots', nextLookAt]] : [];
    }
    case 'live_feed':
      // One that no one reads is looked at by the time of its row alone.
      return [
        ['live', stateIn(FeedState, row).lookAt],
        ['live', Number(row['due_at']?.N)],
      ];
    case 'calendar_due':
      return [['calendars', stateIn(CalendarState, row).dueAt]];
    case 'delivery': {
      const { next, dueAt } = stateIn(DeliveryState, row);
      return next === undefined ? [] : [['webhook-delivery', dueAt]];
    }
    default:
      return [];
  }
}

/**
 * A job is due when it was written, and each time that its lease is over or its wait ends. Jobs of a recording share the
 * lease of its bot, so that their rows have a due time alone.
 */
function timesOfJob(row: Row, now: number): readonly Due[] {
  if (!row['due_pk']) return [];
  const job = String(row['sk']?.S).split('#')[1] ?? '';
  const revision = row['revision']?.N ?? '0';
  const isLate = Number(row['due_at']?.N) <= now;
  const isNew = revision === '0' && row['busy_until'] === undefined && row['moves'] === undefined && !isLate;
  const isFree = Number(row['busy_until']?.N ?? 0) <= now && isLate;
  const key = `${row['pk']?.S} ${isNew ? 'new' : `${revision} ${row['since']?.N ?? row['due_at']?.N}`}`;
  return isNew || isFree ? [{ worker: workerOf(job), key }] : [];
}

const OWN_ROWS = ['bot', 'live_feed', 'calendar_due', 'delivery', 'job', 'event'];

/** Everything that is due now. */
export function duesIn({ dynamo, clock }: World): readonly Due[] {
  const now = clock.now();
  return dynamo.items().flatMap((row): readonly Due[] => {
    const [pk, sk, type] = [row['pk']?.S, row['sk']?.S, row['type']?.S ?? ''];
    if (type === 'job') return timesOfJob(row, now);
    if (type === 'event') return [{ worker: 'fanout', key: String(pk) }];
    const at = Number(row['since']?.N ?? row['due_at']?.N);
    if (!OWN_ROWS.includes(type) && row['due_pk'] && at <= now) {
      const worker = type === 'order' || type === 'conversation' ? 'order-processing' : 'housekeeping';
      return [{ worker, key: `${pk} ${sk} ${at}` }];
    }
    return timesOf(row).flatMap(([worker, due]) =>
      due !== null && due <= now ? [{ worker, key: `${pk} ${due}` }] : [],
    );
  });
}
