import * as v from 'valibot';
import { warningCode } from '#shared/calendars/connections/store';
import type { CalendarSyncStore } from '#shared/calendars/sync/ports';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { forgetSync, sourceIn, sourcesOf, unseenSources } from '#shared/calendars/sync/sources-store';
import { type CalendarConnectionId, idOf } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { Table, Write } from '#shared/core/table';
import { calendarSourceKey, calendarSyncKey, duePartition, syncsOfAccount } from '#shared/dynamodb/keys';
import { pageOfKeys } from '#shared/dynamodb/paging';
import { id, instant } from '#shared/dynamodb/row-parts';
import { loaded, unlessSavedSince } from '#shared/dynamodb/rows';

/** Callers only ask whether another connection has the account. */
const MAX_PER_ACCOUNT = 10;

const passedOver = v.optional(
  v.array(v.object({ sourceId: v.nullable(v.string()), code: warningCode, at: instant })),
  [],
);
const window = v.object({ from: instant, to: instant });

const SyncRow: v.GenericSchema<unknown, CalendarSync> = v.object({
  connectionId: id('cal'),
  workspaceId: id('wks'),
  memberId: id('mem'),
  provider: v.picklist(['google', 'microsoft']),
  accountEmail: v.string(),
  sealedGrant: v.string(),
  cursor: v.nullable(v.object({ text: v.string(), window })),
  pass: v.nullable(v.object({ isFull: v.boolean(), window, cursor: v.string(), pages: v.number(), passedOver })),
  watch: v.nullable(
    v.object({
      id: v.string(),
      resourceId: v.nullable(v.string()),
      secretDigest: v.string(),
      endsAt: instant,
      renewAt: instant,
    }),
  ),
  dueAt: v.nullable(instant),
  restsUntil: v.nullable(instant),
  failures: v.number(),
  refusals: v.number(),
  claimedUntil: v.nullable(instant),
  askedAgain: v.boolean(),
  passedOver,
});

/**
 * The sync of a connection, one row each. `due_at` is moved on by the sweeper until a run is started; `dueAt` of the
 * state is the time that was decided.
 */
export const calendarSyncs = {
  /** Strongly consistent. */
  find: async (table: Table, id: CalendarConnectionId): Promise<Loaded<CalendarSync> | undefined> =>
    loaded(SyncRow, await table.get(calendarSyncKey(id))),

  put: (before: Loaded<CalendarSync> | undefined, after: CalendarSync): readonly Write[] => [
    {
      put: {
        ...calendarSyncKey(after.connectionId),
        type: 'calendar_sync',
        revision: (before?.revision ?? 0) + 1,
        state: JSON.stringify(after),
        list_pk: syncsOfAccount(after.provider, after.accountEmail),
        list_sk: after.connectionId,
        ...(after.dueAt !== null && { due_pk: duePartition(after.connectionId), due_at: after.dueAt }),
      },
      when: unlessSavedSince(before?.revision ?? 0),
    },
  ],

  remove: ({ revision, state }: Loaded<CalendarSync>): readonly Write[] => [
    { remove: calendarSyncKey(state.connectionId), when: unlessSavedSince(revision) },
  ],
};

export const calendarSyncStore = (table: Table): CalendarSyncStore => ({
  find: (connection) => calendarSyncs.find(table, connection),

  async source(connectionId, sourceId) {
    const item = await table.get(calendarSourceKey(connectionId, sourceId));
    return item && sourceIn(item);
  },

  async ofAccount({ provider, email }) {
    const question = { index: 'list', partition: syncsOfAccount(provider, email) } as const;
    const { items } = await pageOfKeys(table, question, { limit: MAX_PER_ACCOUNT, after: undefined });
    return items.flatMap(({ pk }) => idOf('cal', pk) ?? []);
  },

  sources: (connection) => sourcesOf(table, connection),

  unseen: (connection, seen) => unseenSources(table, connection, seen),

  forget: (connection) => forgetSync(table, connection),
});
