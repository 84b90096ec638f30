import * as v from 'valibot';
import type { CalendarAccount, CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { idOf } from '#shared/core/ids';
import type { Saved } from '#shared/core/store';
import { unlessSavedSince, unlessThere } from '#shared/dynamodb/conditions';
import { accountKey, listOf, resourceKey } from '#shared/dynamodb/keys';
import { pageOfKeys } from '#shared/dynamodb/paging';
import { id, instant } from '#shared/dynamodb/row-parts';
import { loaded } from '#shared/dynamodb/rows';
import { rowsOf } from '#shared/dynamodb/rows-of';
import type { Expression, Table, Write } from '#shared/dynamodb/table';
import type { AccountHolder } from '#shared/events/ports/changes';
import type { CalendarConnectionStore } from '#shared/events/ports/stores';

const identity = {
  id: id('cal'),
  workspaceId: id('wks'),
  memberId: id('mem'),
  provider: v.picklist(['google', 'microsoft']),
  accountEmail: v.string(),
  connectedAt: instant,
  lastSyncedAt: v.nullable(instant),
  createdAt: instant,
};

const ConnectionRow: v.GenericSchema<unknown, CalendarConnection> = v.variant('status', [
  v.object({ ...identity, status: v.literal('active') }),
  v.object({
    ...identity,
    status: v.literal('error'),
    error: v.object({
      code: v.picklist([
        'access_revoked',
        'grant_expired',
        'insufficient_scope',
        'admin_consent_required',
        'account_unavailable',
        'provider_error',
      ]),
      message: v.string(),
    }),
  }),
  v.object({ ...identity, status: v.literal('disconnected'), disconnectedAt: instant }),
]);

const Find = v.object({ mem: v.string(), st: v.string() });

export const calendarConnectionStore = (table: Table): CalendarConnectionStore => ({
  find: async (connection) => loaded(ConnectionRow, await table.get(resourceKey(connection))),

  async idOfAccount(account) {
    const item = await table.get(keyOf(account));
    return idOf('cal', item?.['connection_id']);
  },

  async page({ workspaceId, memberId, status }, request) {
    const keep = (item: { readonly find?: unknown }) => {
      const find = v.parse(Find, item.find);
      return (!memberId || find.mem === memberId) && (!status || find.st === status);
    };
    const filtered = memberId !== undefined || status !== undefined;
    const question = { index: 'list', partition: listOf.connections(workspaceId), ...(filtered && { keep }) } as const;
    const keys = await pageOfKeys(table, question, request);
    return rowsOf(table, keys, ConnectionRow, (connection) => !status || connection.status === status);
  },
});

export const putCalendarConnection = ({ before, after }: Saved<CalendarConnection>): Write => ({
  put: {
    ...resourceKey(after.id),
    type: 'calendar_connection',
    revision: (before?.revision ?? 0) + 1,
    state: JSON.stringify(after),
    list_pk: listOf.connections(after.workspaceId),
    list_sk: after.id,
    find: { mem: after.memberId, st: after.status },
  },
  when: unlessSavedSince(before?.revision ?? 0),
});

/** Whose an account is. Refused where somebody else got it meanwhile. */
export function moveAccount({ before, after, ...account }: AccountHolder): Write {
  const when: Expression = before ? { text: 'connection_id = :before', values: { ':before': before } } : unlessThere;
  return after
    ? { put: { ...keyOf(account), type: 'calendar_account', connection_id: after }, when }
    : { remove: keyOf(account), when };
}

const keyOf = ({ workspaceId, provider, email }: CalendarAccount) => accountKey(workspaceId, provider, email);
