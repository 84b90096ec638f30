import { AsyncLocalStorage } from 'node:async_hooks';
import type { UserId } from '#shared/foundation/core/ids';
import type { Item, Write } from '#shared/foundation/core/table';

/** What one request has the service read, parse and write. */
export interface RequestWork {
  bytes: number;
  /** Once it is known whose request it is. */
  userId?: UserId;
  /** What earlier requests of the user came to is being counted. */
  counting?: Promise<void>;
}

/** Of the request under way; workers have none. What walks write is counted before it is written (`paid-writes.ts`). */
const measured = new AsyncLocalStorage<RequestWork>();

export const measuredIn = <Result>(work: RequestWork, request: () => Promise<Result>): Promise<Result> =>
  measured.run(work, request);

export const workOfRequest = (): RequestWork | undefined => measured.getStore();

/** Adds bytes that were read or parsed for the request under way. */
export function addWork(bytes: number): void {
  const work = measured.getStore();
  if (work) work.bytes += bytes;
}

/** A row that is read by its key is charged by started 4 KB, also where there is none. */
const LEAST_READ = 4_096;

export function addRowRead(item: Item | undefined): void {
  if (measured.getStore()) addWork(Math.max(LEAST_READ, item ? bytesOfRow(item) : 0));
}

/** The rows of a query are charged by the sum of their sizes. */
export function addRowsRead(items: readonly Item[]): void {
  if (measured.getStore()) addWork(items.reduce((bytes, item) => bytes + bytesOfRow(item), LEAST_READ));
}

/** A row that is written is charged by started kilobytes, twice in a transaction. */
const WRITE_UNIT = 1_024;
/**
 * What a written unit counts as. One costs as much as 20 KB that are read, and takes as much of the table's quota as 4 KB:
 * a user who writes all that he may takes 1,140 units a second, 3 % of the quota, for $62 a day.
 */
const WORK_OF_A_WRITE_UNIT = 10_240;

/**
 * Rows that are put count by their size. What an update leaves is not known, and rows that requests update are small; one
 * that is removed was read. A write that is refused is charged as well.
 */
export function addRowsWritten(writes: readonly Write[], chargedTimes: 1 | 2): void {
  if (measured.getStore()) addWork(unitsIn(writes) * chargedTimes * WORK_OF_A_WRITE_UNIT);
}

/** Write units, without those of indexes. */
export const unitsIn = (writes: readonly Write[]): number => writes.reduce((sum, write) => sum + unitsOf(write), 0);

const unitsOf = (write: Write): number => ('put' in write ? Math.ceil(bytesOfRow(write.put) / WRITE_UNIT) : 1);

const bytesOfRow = (item: Item): number =>
  Object.entries(item).reduce((bytes, [name, value]) => bytes + Buffer.byteLength(name) + bytesOf(value), 0);

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.byteLength;
  return typeof value === 'object' && value !== null ? Buffer.byteLength(JSON.stringify(value)) : 8;
}
