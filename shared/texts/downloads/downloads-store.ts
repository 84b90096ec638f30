import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import type { Use, UseOf } from '#shared/foundation/core/uses';
import { usageFactKey } from '#shared/foundation/dynamodb/keys';
import { addUse, usedIn } from '#shared/foundation/dynamodb/limits';
import { unlessThere } from '#shared/foundation/dynamodb/rows';

/** Longer than a message about a log can be repeated, in a dead-letter queue too. */
const COUNTED_KEPT_MS = 60 * DAY_MS;

/** So many workspaces of one log are counted in one transaction, each with its founder, beside the row that says so. */
export const WORKSPACES_AT_ONCE = 40;

/** A part of a log: the workspaces that one transaction counts. */
export interface LogPart {
  readonly key: string;
  readonly part: number;
}

const partKey = ({ key, part }: LogPart) => usageFactKey('downloads', `${key} ${part}`);

export const isPartCounted = async (table: Table, one: LogPart): Promise<boolean> =>
  (await table.get(partKey(one))) !== undefined;

/** That a part was counted. Refused where it was before. */
export const putCountedPart = (one: LogPart, at: Instant): Write => ({
  put: { ...partKey(one), type: 'usage_fact', ttl: ttlAt(later(at, COUNTED_KEPT_MS)) },
  when: unlessThere,
});

/** Whose downloads of a day are limited together. */
interface Downloaders {
  readonly workspaceId: WorkspaceId;
  /** Undefined for a workspace that is gone. */
  readonly founderId: UserId | undefined;
}

/** The two limits that a download counts towards. */
export const downloadUses = (useOf: UseOf, { workspaceId, founderId }: Downloaders, at: Instant, bytes = 0) => [
  useOf('downloaded_bytes', workspaceId, at, bytes),
  ...(founderId === undefined ? [] : [useOf('user_downloaded_bytes', founderId, at, bytes)]),
];

/** Counts what was downloaded, also beyond the limit: one write for each row. */
export function addDownloads(uses: readonly Use[]): readonly Write[] {
  const ofRows = Map.groupBy(uses, ({ limit, subject }) => `${limit} ${subject}`);
  return [...ofRows.values()].flatMap(([first, ...others]) =>
    first ? [addUse({ ...first, amount: others.reduce((sum, { amount }) => sum + amount, first.amount) })] : [],
  );
}

/** The same uses, with what was used of each limit in its window. */
export const downloadedOf = (
  table: Table,
  uses: readonly Use[],
): Promise<readonly (Use & { readonly used: number })[]> =>
  Promise.all(uses.map(async (use) => ({ ...use, used: await usedIn(table, use) })));
