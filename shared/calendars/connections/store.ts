import * as v from 'valibot';
import {
  type CalendarAccount,
  type CalendarConnection,
  SYNC_WARNING_CODES,
} from '#shared/calendars/connections/rules/calendar-connection';
import { type CalendarConnectionId, idOf, type MemberId, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Expression, Item, Key, Table, Write } from '#shared/foundation/core/table';
import { entity, listPartition } from '#shared/foundation/dynamodb/entity';
import { accountKey } from '#shared/foundation/dynamodb/keys';
import { pageOfKeys, rowsOf } from '#shared/foundation/dynamodb/paging';
import { id, instant, label } from '#shared/foundation/dynamodb/row-parts';
import { unlessThere } from '#shared/foundation/dynamodb/rows';

/** The connection that an account belongs to: when two members connect it at once, one is refused because it is taken. */
export interface AccountHolder extends CalendarAccount {
  readonly before: CalendarConnectionId | undefined;
  readonly after: CalendarConnectionId | undefined;
}

/** Why an event was passed over, as it is stored with a connection and with its sync. */
export const warningCode = label(SYNC_WARNING_CODES);

/** Where a file says what was passed over, as it is stored with a feed and with its sync. */
export const eventPlace = v.object({ icalUid: v.nullable(v.string()), what: v.string(), line: v.nullable(v.number()) });

/** Warnings of before have no examples. */
export const storedWarnings = v.array(
  v.object({
    code: warningCode,
    count: v.number(),
    lastSeenAt: instant,
    examples: v.optional(v.array(eventPlace), []),
  }),
);

const identity = {
  id: id('cal'),
  workspaceId: id('wks'),
  memberId: id('mem'),
  provider: v.picklist(['google', 'microsoft']),
  accountEmail: v.string(),
  connectedAt: instant,
  lastSyncedAt: v.nullable(instant),
  warnings: v.optional(storedWarnings, []),
  createdAt: instant,
};

const ConnectionRow: v.GenericSchema<unknown, CalendarConnection> = v.variant('status', [
  v.object({ ...identity, status: v.literal('active') }),
  v.object({
    ...identity,
    status: v.literal('error'),
    error: v.object({
      code: label([
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

const LIST = 'CAL';

/** Calendars that members connected. The sync of a connection has rows of its own: shared/calendars/sync. */
export const calendarConnections = entity<CalendarConnection>({
  noun: 'calendar connection',
  type: 'calendar_connection',
  prefix: 'cal',
  list: LIST,
  attributes: ({ memberId, status }) => ({ find: { mem: memberId, st: status } }),
  schema: ConnectionRow,
  dependents: accountRow,
  notes: {
    rows: {
      '`W#ACCOUNT#google#h`, `.`': 'Account of a provider → connection',
      '`cal_`, `SYNC`': 'Its sync: sealed grant, cursor, watch; list `GRANT#google#h`',
      '`cal_`, `SYNC#DUE`':
        'Schedule of its sync: lease, failures, last poll; due: its slot of polls (`POLL#n`), next run, or the end of its lease',
      '`cal_`, `SYNC#ACCESS`': 'Its access token, sealed, until it expires',
      '`cal_`, `SRC#h`': "A provider's own id of an event → calendar event; kept 62 days after its start",
      '`cal_`, `SEEN#nnnnn`': 'What a page of a full sync had, two days',
    },
  },
});

/** The connection that an account of the workspace leads to; a disconnected one is led to no more. */
export const connectionOfAccount = async (
  table: Table,
  account: CalendarAccount,
): Promise<CalendarConnectionId | undefined> => idOf('cal', (await table.get(keyOf(account)))?.['connection_id']);

export interface ConnectionFilter {
  readonly workspaceId: WorkspaceId;
  readonly memberId?: MemberId | undefined;
  readonly status?: CalendarConnection['status'] | undefined;
}

export async function connectionPage(
  table: Table,
  filter: ConnectionFilter,
  request: PageRequest,
): Promise<Page<CalendarConnection>> {
  return connectionsOf(table, await connectionKeys(table, filter, request), filter);
}

/** The keys of a page, with the filter values of each. */
export function connectionKeys(
  table: Table,
  { workspaceId, memberId, status }: ConnectionFilter,
  request: PageRequest,
): Promise<Page<Item>> {
  const keep = (entry: Item) => {
    const find = v.parse(Find, entry.find);
    return (!memberId || find.mem === memberId) && (!status || find.st === status);
  };
  const filtered = memberId !== undefined || status !== undefined;
  const partition = listPartition(workspaceId, LIST);
  return pageOfKeys(table, { index: 'list', partition, ...(filtered && { keep }) }, request);
}

/** The connections behind a page of keys, strongly consistent. */
export const connectionsOf = (
  table: Table,
  keys: Page<Item>,
  { status }: Pick<ConnectionFilter, 'status'>,
): Promise<Page<CalendarConnection>> =>
  rowsOf(table, keys, ConnectionRow, (connection) => !status || connection.status === status);

/** The connection that an account leads to; refused where another connection got the account in between. */
export function moveAccount({ before, after, ...account }: AccountHolder): Write {
  const when: Expression = before ? { text: 'connection_id = :before', values: { ':before': before } } : unlessThere;
  return after
    ? { put: { ...keyOf(account), type: 'calendar_account', connection_id: after }, when }
    : { remove: keyOf(account), when };
}

const keyOf = ({ workspaceId, provider, email }: CalendarAccount) => accountKey(workspaceId, provider, email);

const Connected = v.object({ provider: v.string(), accountEmail: v.string() });

async function accountRow(_table: Table, workspace: WorkspaceId, state: unknown): Promise<readonly (readonly Key[])[]> {
  const connected = v.safeParse(Connected, state);
  if (!connected.success) return [];
  const { provider, accountEmail } = connected.output;
  return [[accountKey(workspace, provider, accountEmail)]];
}
