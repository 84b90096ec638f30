import * as v from 'valibot';
import type { BotId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { CopyRow } from '#shared/foundation/dynamodb/copy-row';
import { recordingKey } from '#shared/foundation/dynamodb/keys';
import { instant } from '#shared/foundation/dynamodb/row-parts';
import { loaded, storedState, unlessSavedSince } from '#shared/foundation/dynamodb/rows';
import { NEW_CURSOR, type RecordingCursor } from '#shared/meetings/bots/rules/recording-cursor';

/** The work on a recording, as one invocation has leased it. */
export interface LeasedRecording {
  readonly botId: BotId;
  /** Grows with every write, so that of two invocations one fails to save. */
  readonly revision: number;
  readonly cursor: RecordingCursor;
}

/** Longer than the work on any recording waits for a recorder or a service: a copy, a transcription and a summary. */
const KEPT_MS = 7 * DAY_MS;

const Cursor: v.GenericSchema<unknown, RecordingCursor> = v.object({
  media: v.record(v.string(), CopyRow),
  failing: v.nullable(v.object({ since: instant, attempts: v.number() })),
  transcription: v.nullable(
    v.object({
      by: v.picklist(['recorder', 'speech']),
      state: v.picklist(['asked', 'running', 'heard']),
      runningSince: v.nullable(instant),
      compares: v.exactOptional(v.literal(true)),
    }),
  ),
});

const LeaseRow = v.object({ cursor: Cursor, busyUntil: v.nullable(instant) });

/**
 * One row for the recording of a bot, however many jobs name it: who works on it, until when, and how far the work is.
 * All functions throw `Throttled`.
 */
export const recordingLeases = {
  /** Leases the recording until a time. `busyUntil` where another lease is in force. */
  async take(
    table: Table,
    botId: BotId,
    now: Instant,
    until: Instant,
  ): Promise<LeasedRecording | { readonly busyUntil: Instant }> {
    const row = loaded(LeaseRow, await table.get(recordingKey(botId)));
    const { busyUntil = null, cursor = NEW_CURSOR } = row?.state ?? {};
    if (busyUntil !== null && busyUntil > now) return { busyUntil };
    const leased = { botId, revision: row?.revision ?? 0, cursor };
    return (await write(table, leased, { cursor, busyUntil: until }, until)) ?? { busyUntil: until };
  },

  /** Saves the cursor and extends the lease. Undefined, and nothing saved, where another invocation has taken it since. */
  save: (
    table: Table,
    leased: LeasedRecording,
    cursor: RecordingCursor,
    until: Instant,
  ): Promise<LeasedRecording | undefined> => write(table, leased, { cursor, busyUntil: until }, until),

  /** The write by which the work begins again from a cursor, in the transaction of its bot. `busy` while a lease is in force. */
  async begin(table: Table, botId: BotId, cursor: RecordingCursor, now: Instant): Promise<readonly Write[] | 'busy'> {
    const row = loaded(LeaseRow, await table.get(recordingKey(botId)));
    const { busyUntil = null } = row?.state ?? {};
    if (busyUntil !== null && busyUntil > now) return 'busy';
    return [rowOf({ botId, revision: row?.revision ?? 0 }, { cursor, busyUntil: null }, now)];
  },

  /** Ends the lease. Nothing where another invocation has taken it since. */
  async release(table: Table, leased: LeasedRecording, now: Instant): Promise<void> {
    await write(table, leased, { cursor: leased.cursor, busyUntil: null }, now);
  },
};

async function write(
  table: Table,
  { botId, revision }: Omit<LeasedRecording, 'cursor'>,
  state: v.InferOutput<typeof LeaseRow>,
  at: Instant,
): Promise<LeasedRecording | undefined> {
  const isSaved = await table.write(rowOf({ botId, revision }, state, at));
  return isSaved ? { botId, revision: revision + 1, cursor: state.cursor } : undefined;
}

const rowOf = (
  { botId, revision }: Omit<LeasedRecording, 'cursor'>,
  state: v.InferOutput<typeof LeaseRow>,
  at: Instant,
): Write => ({
  put: {
    ...recordingKey(botId),
    type: 'recording',
    revision: revision + 1,
    state: storedState(state),
    ttl: ttlAt(later(at, KEPT_MS)),
  },
  when: unlessSavedSince(revision),
});
