/**
 * That the files of a resource were stored or removed. The id of the resource identifies them: its files are stored once,
 * and removed once. Types and not interfaces, since changes are the content of a job and stored as JSON.
 */
export type FileChange = StoredFiles | RemovedFiles;

type StoredFiles = {
  readonly change: 'stored';
  /** The id of the bot, conversation, export or upload that has the files. */
  readonly subject: string;
  /** In UTC, `2026-11-24`. */
  readonly day: string;
  readonly bytes: number;
  /** The day on which the bucket deletes them by itself, where it does. */
  readonly until?: string;
};

type RemovedFiles = {
  readonly change: 'removed';
  readonly subject: string;
  readonly day: string;
};

/** What was counted of the files of a resource. */
export interface CountedFiles {
  /** 0 where they were not counted as stored. */
  readonly bytes: number;
  readonly until?: string | undefined;
  /** Their storing was counted. */
  readonly isStored: boolean;
  /** Their removal was counted: nothing is counted of them any more. */
  readonly isRemoved: boolean;
  /** The bytes of them that the limit of the workspace is compared with; those of an upload are in its own row. */
  readonly limitedBytes: number;
}

/** Bytes more, or fewer, from a day on. */
export interface ByteChange {
  readonly day: string;
  readonly bytes: number;
}

export interface FilesDecision {
  readonly after: CountedFiles;
  readonly changes: readonly ByteChange[];
}

/**
 * What follows from a change for the bytes that a workspace keeps; undefined where it was counted before. The removal takes
 * off what the storing added, so files that were never counted take nothing off, in whatever order both are reported.
 */
export function countFiles(before: CountedFiles | undefined, change: FileChange): FilesDecision | undefined {
  if (before?.isRemoved) return undefined;
  if (change.change === 'stored') return before?.isStored ? undefined : stored(before, change);
  return {
    after: { ...(before ?? NOTHING_COUNTED), isRemoved: true, limitedBytes: 0 },
    changes: before?.isStored ? removed(before, change.day) : [],
  };
}

const NOTHING_COUNTED: CountedFiles = { bytes: 0, isStored: false, isRemoved: false, limitedBytes: 0 };

/**
 * What follows from a file that is on its way, or is there, and counts towards the limit with so many bytes from now on, in
 * place of what it counted before; undefined where nothing changes, and for one that was removed.
 */
export function limitFiles(before: CountedFiles | undefined, bytes: number): CountedFiles | undefined {
  if (before?.isRemoved || before?.limitedBytes === bytes) return undefined;
  return { ...(before ?? NOTHING_COUNTED), limitedBytes: bytes };
}

/** What was reserved for the files stays, since it was corrected when they were stored. */
const stored = (before: CountedFiles | undefined, { day, bytes, until }: StoredFiles): FilesDecision => ({
  after: {
    ...{ bytes, until, isStored: true, isRemoved: false },
    limitedBytes: before ? before.limitedBytes : until === undefined ? bytes : 0,
  },
  changes: [{ day, bytes }, ...(until === undefined ? [] : [{ day: until, bytes: -bytes }])],
});

/** On the day of their removal instead of the day on which the bucket would have deleted them. */
function removed({ bytes, until }: CountedFiles, day: string): readonly ByteChange[] {
  if (until === undefined) return [{ day, bytes: -bytes }];
  return day < until
    ? [
        { day, bytes: -bytes },
        { day: until, bytes },
      ]
    : [];
}

/** The bytes that are kept at the end of each of these days, oldest first. */
export function bytesKept(changes: readonly ByteChange[], days: readonly string[]): readonly ByteChange[] {
  const sorted = changes.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  let next = 0;
  let bytes = 0;
  return days.map((day) => {
    for (let change = sorted[next]; change && change.day <= day; change = sorted[next]) {
      bytes += change.bytes;
      next += 1;
    }
    return { day, bytes };
  });
}
