import type { DatabaseSync } from 'node:sqlite';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { openPack } from '#shared/texts/search/sqlite/pack-bytes';

interface OpenPack {
  readonly database: DatabaseSync;
  readonly bytes: number;
}

/** What open packs occupy at most on the disk of a function. A pack of long meetings has some 20 MB. */
export const MOST_PACK_BYTES = 600 * 1024 * 1024;

/** Packs that are read at once. */
const AT_ONCE = 4;

/** Keeps the packs open that were searched last. Packs never change; those that were replaced are used no more. */
export function openPacks(
  read: (key: string) => Promise<Uint8Array | undefined>,
  { mostBytes = MOST_PACK_BYTES, openDatabase = openPack } = {},
) {
  const packs = new Map<string, OpenPack>();

  /** Closes packs that this query does not search, the oldest first, until so many bytes fit. */
  const makeRoom = (bytes: number, wanted: ReadonlySet<string>) => {
    let occupied = [...packs.values()].reduce((sum, pack) => sum + pack.bytes, bytes);
    for (const [key, pack] of packs) {
      if (occupied <= mostBytes) return;
      if (wanted.has(key)) continue;
      pack.database.close();
      packs.delete(key);
      occupied -= pack.bytes;
    }
  };

  const open = async (key: string, wanted: ReadonlySet<string>): Promise<DatabaseSync | undefined> => {
    const there = packs.get(key);
    if (there) {
      // It is used last, and so stays.
      packs.delete(key);
      packs.set(key, there);
      return there.database;
    }
    const bytes = await read(key);
    if (!bytes) return undefined;
    makeRoom(bytes.length, wanted);
    const database = openDatabase(bytes);
    packs.set(key, { database, bytes: bytes.length });
    return database;
  };

  return {
    /**
     * The databases of these packs, in their order; undefined where one was replaced meanwhile. Called by one query at a
     * time. Where a pack cannot be read, those that were opened before stay open for the next query.
     */
    async of(keys: readonly string[]): Promise<readonly DatabaseSync[] | undefined> {
      const wanted = new Set(keys);
      const databases = await mapConcurrently(keys, AT_ONCE, (key) => open(key, wanted));
      const there = databases.flatMap((database) => database ?? []);
      return there.length < keys.length ? undefined : there;
    },
  };
}
