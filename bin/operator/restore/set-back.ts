import { isDeepStrictEqual } from 'node:util';
import type { WriteRequest } from '@aws-sdk/client-dynamodb';
import { rowRule } from '#bin/operator/restore/row-rules';
import {
  deleteOf,
  keyTexts,
  nameOf,
  putOf,
  type Row,
  rowsAt,
  type Sleep,
  type StoredTable,
  scannedPages,
  writeRows,
} from '#bin/operator/restore/stored-table';
import type { Instant } from '#shared/foundation/core/time';
import { SECOND_MS } from '#shared/foundation/core/time';

interface SetBack {
  /** The table as it was. It is not written. */
  readonly restored: StoredTable;
  /** The table of the service. */
  readonly live: StoredTable;
  readonly now: () => Instant;
  readonly sleep: Sleep;
  /** How many parts of each table are read side by side. */
  readonly segments: number;
  /** Called with the number of rows that were compared since its last call. */
  readonly compared: (rows: number) => void;
}

/** What one comparison of the tables did to the rows of one type. */
export interface TypeCount {
  /** In the restored table, and not expired. */
  rows: number;
  putBack: number;
  removed: number;
}

export type Counts = ReadonlyMap<string, TypeCount>;

/**
 * Makes the rows of a table what they were, by `rowRule`: first it puts back what differs, then it removes what was not
 * there. It may be repeated at any time, and writes nothing where nothing differs. Expired rows count as missing, since
 * DynamoDB deletes them at a time of its own choosing.
 */
export async function setBack(work: SetBack): Promise<Counts> {
  const counts = new Map<string, TypeCount>();
  await eachPage(work, work.restored, (rows) => putBack(work, rows, counts));
  await eachPage(work, work.live, (rows) => removeLater(work, rows, counts));
  return counts;
}

/** How many rows were written. */
export const writtenIn = (counts: Counts): number =>
  [...counts.values()].reduce((sum, { putBack: put, removed }) => sum + put + removed, 0);

async function eachPage(
  { segments, compared }: SetBack,
  table: StoredTable,
  handle: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  const readSegment = async (nth: number) => {
    for await (const rows of scannedPages(table, { nth, of: segments })) {
      await handle(rows);
      compared(rows.length);
    }
  };
  await Promise.all(Array.from({ length: segments }, (_, nth) => readSegment(nth)));
}

async function putBack({ live, now, sleep }: SetBack, rows: readonly Row[], counts: Map<string, TypeCount>) {
  const wanted = rows.filter((row) => rowRule(keyTexts(row)) !== 'left' && !isExpired(row, now()));
  const there = await rowsAt(live, wanted, sleep);
  const writes: WriteRequest[] = [];
  for (const row of wanted) {
    const count = countOf(counts, row);
    count.rows += 1;
    const present = there.get(nameOf(row));
    if (present && (rowRule(keyTexts(row)) === 'kept' || isDeepStrictEqual(present, row))) continue;
    count.putBack += 1;
    writes.push(putOf(row));
  }
  await writeRows(live, writes, sleep);
}

async function removeLater(
  { restored, live, now, sleep }: SetBack,
  rows: readonly Row[],
  counts: Map<string, TypeCount>,
) {
  const candidates = rows.filter((row) => rowRule(keyTexts(row)) === 'restored' && !isExpired(row, now()));
  const before = await rowsAt(restored, candidates, sleep);
  const later = candidates.filter((row) => {
    const was = before.get(nameOf(row));
    return was === undefined || isExpired(was, now());
  });
  for (const row of later) countOf(counts, row).removed += 1;
  await writeRows(live, later.map(deleteOf), sleep);
}

/** `ttl` is in seconds since 1970. */
const isExpired = ({ ttl }: Row, now: Instant): boolean => ttl?.N !== undefined && Number(ttl.N) * SECOND_MS <= now;

function countOf(counts: Map<string, TypeCount>, { type }: Row): TypeCount {
  const name = type?.S ?? 'other';
  const count = counts.get(name) ?? { rows: 0, putBack: 0, removed: 0 };
  counts.set(name, count);
  return count;
}
