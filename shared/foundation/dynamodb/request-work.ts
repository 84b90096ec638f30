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

export const bytesOfRead = (item: Item | undefined): number => Math.max(LEAST_READ, item ? bytesOfRow(item) : 0);

/** The rows of a query are charged by the sum of their sizes. */
export const bytesOfQuery = (items: readonly Item[]): number =>
  items.reduce((bytes, item) => bytes + bytesOfRow(item), LEAST_READ);

/** Adds what was read from the table for the request under way; it is measured only where there is one. */
export function addRead(bytes: () => number): void {
  if (measured.getStore()) addWork(bytes());
}

/** A row that is written is charged by started kilobytes, twice in a transaction. */
const WRITE_UNIT = 1_024;
/**
 * What a written unit counts as. One costs as much as 20 KB that are read, and takes as much of the table's quota as 4 KB:
 * a user who writes all that he may takes 1,140 units a second, 3 % of the quota, for $62 a day.
 */
const WORK_OF_A_WRITE_UNIT = 10_240;

/**
 * Rows that are put count by their size, and an update by that of its values: what it leaves of the row is not known. One
 * that is removed counts by its size where that is known. A write that is refused is charged as well.
 */
export function addRowsWritten(writes: readonly Write[], chargedTimes: 1 | 2): void {
  if (measured.getStore()) addWork(unitsIn(writes) * chargedTimes * WORK_OF_A_WRITE_UNIT);
}

/** Write units, without those of indexes. */
export const unitsIn = (writes: readonly Write[]): number => writes.reduce((sum, write) => sum + unitsOf(write), 0);

const unitsOf = (write: Write): number => Math.max(1, Math.ceil(bytesOfWrite(write) / WRITE_UNIT));

function bytesOfWrite(write: Write): number {
  if ('put' in write) return bytesOfRow(write.put);
  if ('remove' in write) return write.bytes ?? 0;
  return bytesOfRow(write.set.values ?? {});
}

/** As DynamoDB counts it, without its overhead for lists and maps. */
export const bytesOfRow = (item: Readonly<Record<string, unknown>>): number =>
  Object.entries(item).reduce((bytes, [name, value]) => bytes + Buffer.byteLength(name) + bytesOf(value), 0);

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.byteLength;
  return typeof value === 'object' && value !== null ? Buffer.byteLength(JSON.stringify(value)) : 8;
}
