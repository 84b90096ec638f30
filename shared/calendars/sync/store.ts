import * as v from 'valibot';
import type { CalendarAccount } from '#shared/calendars/connections/rules/calendar-connection';
import { eventPlace, warningCode } from '#shared/calendars/connections/store';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { isPollOf, pollSlotOf } from '#shared/calendars/sync/rules/poll-slots';
import { type CalendarId, calendarIdOf } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import { ofCalendar, storedOfCalendar } from '#shared/foundation/core/stored-calendar-id';
import type { Item, Key, Table, Write } from '#shared/foundation/core/table';
import {
  calendarAccessKey,
  calendarDueKey,
  calendarSyncKey,
  duePartition,
  pollPartition,
  SYNC,
  syncsOfAccount,
} from '#shared/foundation/dynamodb/keys';
import { pageOfKeys } from '#shared/foundation/dynamodb/paging';
import { calendarId, id, instant } from '#shared/foundation/dynamodb/row-parts';
import { partition, stateOf, storedState, unlessSavedSince } from '#shared/foundation/dynamodb/rows';

/** Callers only ask whether another connection has the account. */
const MAX_PER_ACCOUNT = 10;

const passedOver = v.optional(
  v.array(
    v.object({ sourceId: v.nullable(v.string()), code: warningCode, at: instant, place: v.exactOptional(eventPlace) }),
  ),
  [],
);
const window = v.object({ from: instant, to: instant });

/** What changes with a change of the calendar, a consent or a watch. */
const progress = {
  connectionId: calendarId,
  workspaceId: id('wks'),
  memberId: id('mem'),
  provider: v.picklist(['google', 'microsoft', 'feed']),
  accountEmail: v.string(),
  sealedGrant: v.string(),
  cursor: v.nullable(v.object({ text: v.string(), window })),
  // A row of an older release has it by another name: its sync run begins again.
  run: v.optional(
    v.nullable(v.object({ isFull: v.boolean(), window, cursor: v.string(), pages: v.number(), passedOver })),
    null,
  ),
  watch: v.nullable(
    v.object({
      id: v.string(),
      resourceId: v.nullable(v.string()),
      secretDigest: v.string(),
      endsAt: instant,
      renewAt: instant,
    }),
  ),
  passedOver,
};

/** What changes with every poll. */
const schedule = {
  dueAt: v.nullable(instant),
  restsUntil: v.nullable(instant),
  failures: v.number(),
  downSince: v.optional(v.nullable(instant), null),
  awaitedMs: v.optional(v.number(), 0),
  refusals: v.number(),
  claimedUntil: v.nullable(instant),
  askedAgain: v.boolean(),
  syncedAt: v.optional(v.nullable(instant), null),
};

const ProgressRow = v.pipe(v.object(progress), v.transform(ofCalendar));
const ScheduleRow = v.object(schedule);
/** As it is stored: most have waited for no feed. */
type Schedule = Omit<v.InferOutput<typeof ScheduleRow>, 'awaitedMs'> & Partial<Pick<CalendarSync, 'awaitedMs'>>;

/**
 * The sync of a connection: a large row that changes with its calendar, and a small one that changes with every poll, so
 * that a poll without changes writes few bytes. The small one is due and has the revision of both. A poll is due
 * by its slot; anything else by `due_at`, which the sweeper moves on until a run is started. `dueAt` of the state is the
 * time that was decided.
 */
export const calendarSyncs = {
  /** Strongly consistent. */
  async find(table: Table, id: CalendarId): Promise<Loaded<CalendarSync> | undefined> {
    const [sync, due] = await Promise.all([table.get(calendarSyncKey(id)), table.get(calendarDueKey(id))]);
    return syncIn(sync, due);
  },

  /** The sync with the row of its access token, in one read: the rows of one connection are charged together. */
  async findForPoll(table: Table, id: CalendarId): Promise<SyncForPoll | undefined> {
    const rows = await partition(table, id, SYNC);
    const rowAt = ({ sk }: Key) => rows.find((row) => row.sk === sk);
    const sync = syncIn(rowAt(calendarSyncKey(id)), rowAt(calendarDueKey(id)));
    return sync && { sync, access: rowAt(calendarAccessKey(id)) };
  },

  /** The large row is written only where it changed. */
  put: (before: Loaded<CalendarSync> | undefined, after: CalendarSync): readonly Write[] => [
    calendarSyncs.putSchedule(before, after),
    ...(before && sameProgress(before.state, after) ? [] : [{ put: progressRow(after) }]),
  ],

  /** For a change of the schedule alone. */
  putSchedule: (before: Loaded<CalendarSync> | undefined, after: CalendarSync): Write => ({
    put: {
      ...calendarDueKey(after.calendarId),
      type: 'calendar_due',
      revision: (before?.revision ?? 0) + 1,
      state: JSON.stringify(scheduleOf(after)),
      ...dueEntry(after),
    },
    when: unlessSavedSince(before?.revision ?? 0),
  }),

  remove: ({ revision, state: { calendarId } }: Loaded<CalendarSync>): readonly Write[] => [
    { remove: calendarDueKey(calendarId), when: unlessSavedSince(revision) },
    { remove: calendarSyncKey(calendarId) },
    { remove: calendarAccessKey(calendarId) },
  ],
};

interface SyncForPoll {
  readonly sync: Loaded<CalendarSync>;
  /** For `accessIn`. */
  readonly access: Item | undefined;
}

/** A poll has the same entry each time: only the row is written. */
function dueEntry({ calendarId, dueAt }: CalendarSync): Pick<Item, 'due_pk' | 'due_at'> {
  if (dueAt === null) return {};
  return isPollOf(calendarId, dueAt)
    ? { due_pk: pollPartition(pollSlotOf(calendarId)), due_at: 0 }
    : { due_pk: duePartition(calendarId), due_at: dueAt };
}

const progressRow = (sync: CalendarSync): Item => ({
  ...calendarSyncKey(sync.calendarId),
  type: 'calendar_sync',
  state: storedState(progressOf(sync)),
  list_pk: syncsOfAccount(sync.provider, sync.accountEmail),
  list_sk: sync.calendarId,
});

function syncIn(sync: Item | undefined, due: Item | undefined): Loaded<CalendarSync> | undefined {
  if (!sync || !due) return undefined;
  return { revision: due.revision ?? 0, state: { ...stateOf(ProgressRow, sync), ...stateOf(ScheduleRow, due) } };
}

const scheduleOf = ({
  dueAt,
  restsUntil,
  failures,
  downSince,
  awaitedMs,
  refusals,
  claimedUntil,
  askedAgain,
  syncedAt,
}: CalendarSync): Schedule => ({
  dueAt,
  restsUntil,
  failures,
  downSince,
  ...(awaitedMs > 0 && { awaitedMs }),
  refusals,
  claimedUntil,
  askedAgain,
  syncedAt,
});

const progressOf = (sync: CalendarSync) => v.parse(v.object(progress), storedOfCalendar(sync));

const sameProgress = (one: CalendarSync, other: CalendarSync): boolean =>
  JSON.stringify(progressOf(one)) === JSON.stringify(progressOf(other));

/** Connections of all workspaces that hold a grant of this account; the list may lag by about a second. */
export async function calendarsOfAccount(
  table: Table,
  { provider, email }: Omit<CalendarAccount, 'workspaceId'>,
): Promise<readonly CalendarId[]> {
  const query = { index: 'list', partition: syncsOfAccount(provider, email) } as const;
  const { items } = await pageOfKeys(table, query, { limit: MAX_PER_ACCOUNT, after: undefined });
  return items.flatMap(({ pk }) => calendarIdOf(pk) ?? []);
}
