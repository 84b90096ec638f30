import * as v from 'valibot';
import {
  type ByteChange,
  type CountedFiles,
  countFiles,
  type FileChange,
  limitFiles,
} from '#shared/accounts/usage/rules/stored-files';
import { monthOf } from '#shared/accounts/usage/rules/usage';
import { FACTS_KEPT_MS } from '#shared/accounts/usage/store';
import { addStoredBytes } from '#shared/accounts/usage/stored-bytes-store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Item, Table, Write } from '#shared/foundation/core/table';
import { type Instant, later, ttlAt } from '#shared/foundation/core/time';
import type { Dependents } from '#shared/foundation/dynamodb/entity';
import { STORED_BYTES, storedBytesKey, storedFilesKey } from '#shared/foundation/dynamodb/keys';
import { partition, unlessSavedSince } from '#shared/foundation/dynamodb/rows';

/** Rows of before there was a limit count nothing towards it. */
const Row = v.object({
  bytes: v.number(),
  until: v.exactOptional(v.string()),
  is_stored: v.optional(v.boolean(), true),
  is_removed: v.boolean(),
  limited_bytes: v.optional(v.number(), 0),
});

interface Counted {
  readonly revision: number;
  readonly files: CountedFiles | undefined;
}

/**
 * The writes that count changes of files: a row beside each resource, which stays until they are removed, and the bytes of
 * each month. None where all was counted before.
 */
export async function countFileChanges(
  table: Table,
  workspace: WorkspaceId,
  changes: readonly FileChange[],
  at: Instant,
): Promise<readonly Write[]> {
  const bySubject = [...Map.groupBy(changes, ({ subject }) => subject)];
  const decided = await Promise.all(
    bySubject.map(async ([subject, some]) => ({ subject, ...decideAll(await countedFiles(table, subject), some) })),
  );
  const fresh = decided.flatMap(({ after, ...one }) => (after ? [{ ...one, after }] : []));
  const limited = fresh.reduce((sum, { before, after }) => sum + limitedChange(before, after), 0);
  return [
    ...fresh.map(({ subject, revision, after }) => putFiles(subject, revision, after, at)),
    ...addBytes(
      workspace,
      fresh.flatMap(({ bytes }) => bytes),
    ),
    ...addStoredBytes(workspace, limited),
  ];
}

const limitedChange = (before: CountedFiles | undefined, after: CountedFiles): number =>
  after.limitedBytes - (before?.limitedBytes ?? 0);

interface LimitedFile {
  readonly workspaceId: WorkspaceId;
  /** The id of the conversation that has the file. */
  readonly subject: string;
  readonly bytes: number;
  /** Of the workspace, in bytes; undefined for what is stored in any case. */
  readonly limit?: number;
}

/**
 * The writes by which a file counts towards the limit with so many bytes, in place of what it counted before. Given a limit,
 * they are a lost race where the bytes have no room.
 */
export async function limitFile(
  table: Table,
  { workspaceId, subject, bytes, limit }: LimitedFile,
  at: Instant,
): Promise<readonly Write[]> {
  const { revision, files } = await countedFiles(table, subject);
  const after = limitFiles(files, bytes);
  if (!after) return [];
  return [putFiles(subject, revision, after, at), ...addStoredBytes(workspaceId, limitedChange(files, after), limit)];
}

async function countedFiles(table: Table, subject: string): Promise<Counted> {
  const item = await table.get(storedFilesKey(subject));
  if (!item) return { revision: 0, files: undefined };
  const row = v.parse(Row, item);
  const { bytes, until, is_stored: isStored, is_removed: isRemoved, limited_bytes: limitedBytes } = row;
  return { revision: item.revision ?? 0, files: { bytes, until, isStored, isRemoved, limitedBytes } };
}

/** `after` is undefined where nothing changes. */
function decideAll({ revision, files }: Counted, changes: readonly FileChange[]) {
  let after: CountedFiles | undefined;
  const bytes: ByteChange[] = [];
  for (const change of changes) {
    const decision = countFiles(after ?? files, change);
    after = decision?.after ?? after;
    bytes.push(...(decision?.changes ?? []));
  }
  return { revision, before: files, after, bytes };
}

/** The row of removed files, and of those that the bucket deletes, stays as long as a job may be repeated. */
function putFiles(subject: string, revision: number, files: CountedFiles, at: Instant): Write {
  const { bytes, until, isStored, isRemoved, limitedBytes } = files;
  const ends = isRemoved || until !== undefined;
  return {
    put: {
      ...storedFilesKey(subject),
      type: 'stored_files',
      revision: revision + 1,
      bytes,
      ...(until !== undefined && { until }),
      is_stored: isStored,
      is_removed: isRemoved,
      limited_bytes: limitedBytes,
      ...(ends && { ttl: ttlAt(later(at, FACTS_KEPT_MS)) }),
    },
    when: unlessSavedSince(revision),
  };
}

const Owner = v.object({ id: v.string() });

/** What was counted of a resource whose workspace is purged: its row has no end until the files are removed. */
export const countedFilesOf: Dependents = async (_table, _workspace, state) => {
  const owner = v.safeParse(Owner, state);
  return owner.success ? [[storedFilesKey(owner.output.id)]] : [];
};

/** One row for each month. */
const addBytes = (workspace: WorkspaceId, changes: readonly ByteChange[]): readonly Write[] =>
  [...Map.groupBy(changes, ({ day }) => monthOf(day))].map(([month, some]) => {
    const added = [...Map.groupBy(some, ({ day }) => day)].map(([day, ofDay], nth) => ({
      ...{ name: `d${day.slice(8)}`, nth },
      bytes: ofDay.reduce((sum, { bytes }) => sum + bytes, 0),
    }));
    return {
      update: storedBytesKey(workspace, month),
      set: {
        text: `SET #type = :type ADD ${added.map(({ nth }) => `#n${nth} :n${nth}`).join(', ')}`,
        names: { '#type': 'type', ...Object.fromEntries(added.map(({ nth, name }) => [`#n${nth}`, name])) },
        values: { ':type': 'stored_bytes', ...Object.fromEntries(added.map(({ nth, bytes }) => [`:n${nth}`, bytes])) },
      },
    };
  });

/** All that a workspace stored and removed since the beginning: a small row for each month. */
export async function byteChanges(table: Table, workspace: WorkspaceId): Promise<readonly ByteChange[]> {
  return (await partition(table, workspace, STORED_BYTES)).flatMap(changesIn);
}

const Bytes = v.number();

const changesIn = (item: Item): readonly ByteChange[] =>
  Object.entries(item).flatMap(([name, value]) => {
    const [, day] = /^d(\d\d)$/.exec(name) ?? [];
    return day ? [{ day: `${item.sk.slice(STORED_BYTES.length)}-${day}`, bytes: v.parse(Bytes, value) }] : [];
  });
