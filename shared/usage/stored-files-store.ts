import * as v from 'valibot';
import type { WorkspaceId } from '#shared/core/ids';
import type { Item, Table, Write } from '#shared/core/table';
import { type Instant, later, ttlAt } from '#shared/core/time';
import type { Dependents } from '#shared/dynamodb/entity';
import { STORED_BYTES, storedBytesKey, storedFilesKey } from '#shared/dynamodb/keys';
import { partition, unlessSavedSince } from '#shared/dynamodb/rows';
import { type ByteChange, type CountedFiles, countFiles, type FileChange } from '#shared/usage/rules/stored-files';
import { monthOf } from '#shared/usage/rules/usage';
import { FACTS_KEPT_MS } from '#shared/usage/store';

const Row = v.object({
  bytes: v.number(),
  until: v.exactOptional(v.string()),
  is_removed: v.boolean(),
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
  return [
    ...fresh.map(({ subject, revision, after }) => putFiles(subject, revision, after, at)),
    ...addBytes(
      workspace,
      fresh.flatMap(({ bytes }) => bytes),
    ),
  ];
}

async function countedFiles(table: Table, subject: string): Promise<Counted> {
  const item = await table.get(storedFilesKey(subject));
  if (!item) return { revision: 0, files: undefined };
  const { bytes, until, is_removed: isRemoved } = v.parse(Row, item);
  return { revision: item.revision ?? 0, files: { bytes, until, isRemoved } };
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
  return { revision, after, bytes };
}

/** The row of removed files, and of those that the bucket deletes, stays as long as a job may be repeated. */
function putFiles(subject: string, revision: number, { bytes, until, isRemoved }: CountedFiles, at: Instant): Write {
  const ends = isRemoved || until !== undefined;
  return {
    put: {
      ...storedFilesKey(subject),
      type: 'stored_files',
      revision: revision + 1,
      bytes,
      ...(until !== undefined && { until }),
      is_removed: isRemoved,
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
