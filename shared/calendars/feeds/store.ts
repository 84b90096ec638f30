import * as v from 'valibot';
import { storedWarnings } from '#shared/calendars/connections/store';
import { type CalendarFeed, MOST_FEEDS_OF_WORKSPACE } from '#shared/calendars/feeds/rules/calendar-feed';
import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Item, Table, Write } from '#shared/foundation/core/table';
import { entity, listPartition } from '#shared/foundation/dynamodb/entity';
import { feedsCountKey, shortHash } from '#shared/foundation/dynamodb/keys';
import { pageOfKeys, rowsOf } from '#shared/foundation/dynamodb/paging';
import { id, instant, label } from '#shared/foundation/dynamodb/row-parts';

const identity = {
  id: id('cfd'),
  workspaceId: id('wks'),
  memberId: id('mem'),
  host: v.string(),
  urlHash: v.string(),
  lastSyncedAt: v.nullable(instant),
  warnings: storedWarnings,
  createdAt: instant,
  isCounted: v.exactOptional(v.literal(true)),
};

const FeedRow: v.GenericSchema<unknown, CalendarFeed> = v.variant('status', [
  v.object({ ...identity, status: v.literal('active') }),
  v.object({
    ...identity,
    status: v.literal('error'),
    error: v.object({
      code: label(['not_found', 'access_denied', 'not_a_calendar', 'too_large', 'blocked_address', 'feed_error']),
      message: v.string(),
    }),
  }),
  v.object({ ...identity, status: v.literal('disconnected'), disconnectedAt: instant }),
]);

const Find = v.object({ mem: v.string(), st: v.string() });

const LIST = 'CFD';

/** By which a URL that is added again is found; the URL cannot be read from it. */
export const urlHashOf = (url: string): string => shortHash(url);

/** iCalendar feeds of members. The sync of a feed has the rows that the sync of a connection has. */
export const calendarFeeds = entity<CalendarFeed>({
  noun: 'calendar feed',
  type: 'calendar_feed',
  prefix: 'cfd',
  list: LIST,
  attributes: ({ memberId, status }) => ({ find: { mem: memberId, st: status } }),
  schema: FeedRow,
  rows: countRows,
  notes: {
    rows: {
      '`cfd_`, `SYNC`, `SYNC#DUE`, `SYNC#ACCESS`, `SRC#h`': 'As of a connection; its sealed grant is the URL',
      'wks_, FEEDS': 'Count of the feeds that are not disconnected',
    },
  },
});

/** Where two requests reach the maximum at once, one of them is repeated, and refused by what it then reads. */
function countRows(before: CalendarFeed | undefined, after: CalendarFeed | undefined): readonly Write[] {
  const change = (isCounted(after) ? 1 : 0) - (isCounted(before) ? 1 : 0);
  const workspaceId = (after ?? before)?.workspaceId;
  if (change === 0 || workspaceId === undefined) return [];
  const set = { text: 'ADD feeds :change', values: { ':change': change } };
  const hasRoom = {
    text: 'attribute_not_exists(feeds) OR feeds < :most',
    values: { ':most': MOST_FEEDS_OF_WORKSPACE },
  };
  return [{ update: feedsCountKey(workspaceId), set, ...(change > 0 && { when: hasRoom }) }];
}

const isCounted = (feed: CalendarFeed | undefined): boolean => feed !== undefined && feed.status !== 'disconnected';

const CountRow = v.object({ feeds: v.number() });

/** How many feeds of a workspace are not disconnected. */
export async function feedsCount(table: Table, workspace: WorkspaceId): Promise<number> {
  const row = await table.get(feedsCountKey(workspace));
  return row ? v.parse(CountRow, row).feeds : 0;
}

export interface FeedFilter {
  readonly workspaceId: WorkspaceId;
  readonly memberId?: MemberId | undefined;
  readonly status?: CalendarFeed['status'] | undefined;
}

/** The keys of a page, newest first, with the filter values of each. */
export function feedKeys(
  table: Table,
  { workspaceId, memberId, status }: FeedFilter,
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

/** The feeds behind a page of keys, strongly consistent. */
export const feedsOf = (
  table: Table,
  keys: Page<Item>,
  { status }: Pick<FeedFilter, 'status'>,
): Promise<Page<CalendarFeed>> => rowsOf(table, keys, FeedRow, (feed) => !status || feed.status === status);
