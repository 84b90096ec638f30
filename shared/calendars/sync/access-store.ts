import * as v from 'valibot';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { type Sealer, undefinedIfUndecryptable } from '#shared/foundation/core/secrets';
import type { Item, Table } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { calendarAccessKey, shortHash } from '#shared/foundation/dynamodb/keys';
import { instant } from '#shared/foundation/dynamodb/row-parts';

/** The key that kept access is sealed with (`deploymentKey`). */
export const ACCESS_KEY = { row: 'CALENDAR_ACCESS_KEY', resource: 'calendar-access-key' } as const;

/** What the last request for an access token brought, so that not every poll has to make one and to open the grant. */
export interface KeptAccess {
  readonly accessToken: string;
  readonly expiresAt: Instant;
  /** The refresh token that it was made with, opened. */
  readonly grant: string;
}

/** A connection that was given up leaves it behind for no longer. */
const KEPT_MS = DAY_MS;

const AccessRow = v.object({ grant_mark: v.string(), sealed: v.string() });
const Access = v.object({ accessToken: v.string(), expiresAt: instant, grant: v.string() });

export const findAccess = async (table: Table, { calendarId }: CalendarSync): Promise<Item | undefined> =>
  table.get(calendarAccessKey(calendarId));

/** Undefined where there is none, where it belongs to an earlier grant, and where it cannot be opened. */
export async function accessIn(
  item: Item | undefined,
  sync: CalendarSync,
  sealer: Sealer,
): Promise<KeptAccess | undefined> {
  if (!item) return undefined;
  const { grant_mark: mark, sealed } = v.parse(AccessRow, item);
  if (mark !== shortHash(sync.sealedGrant)) return undefined;
  const text = await undefinedIfUndecryptable(sealer.open(sealed, contextOf(sync)));
  return text === undefined ? undefined : v.parse(Access, JSON.parse(text));
}

/** The last one that writes it is right: each of them is valid until it expires. */
export async function keepAccess(table: Table, sync: CalendarSync, access: KeptAccess, sealer: Sealer): Promise<void> {
  await table.write({
    put: {
      ...calendarAccessKey(sync.calendarId),
      type: 'calendar_access',
      grant_mark: shortHash(sync.sealedGrant),
      sealed: await sealer.seal(JSON.stringify(access), contextOf(sync)),
      ttl: ttlAt(later(access.expiresAt, KEPT_MS)),
    },
  });
}

const contextOf = ({ workspaceId, calendarId }: CalendarSync) => ({ workspace: workspaceId, resource: calendarId });
