import type { DatabaseSync } from 'node:sqlite';
import { openPack } from '#shared/search/sqlite/pack-bytes';

interface OpenPack {
  readonly database: DatabaseSync;
  readonly bytes: number;
}

/** What open packs occupy at most on the disk of a function. A pack of long meetings has some 20 MB. */
export const MOST_PACK_BYTES = 600 * 1024 * 1024;

/** Keeps the packs open that were searched last. Packs never change; those that were replaced are used no more. */
export function openPacks(read: (key: string) => Promise<Uint8Array | undefined>, mostBytes = MOST_PACK_BYTES) {
  const packs = new Map<string, OpenPack>();

  const makeRoom = () => {
    let occupied = [...packs.values()].reduce((sum, pack) => sum + pack.bytes, 0);
    for (const [key, pack] of packs) {
      if (occupied <= mostBytes) return;
      pack.database.close();
      packs.delete(key);
      occupied -= pack.bytes;
    }
  };

  const open = async (key: string): Promise<OpenPack | undefined> => {
    const there = packs.get(key);
    if (there) return there;
    const bytes = await read(key);
    return bytes && { database: openPack(bytes), bytes: bytes.length };
  };

  return {
    /** The databases of these packs, in their order; undefined where one was replaced meanwhile. */
    async of(keys: readonly string[]): Promise<readonly DatabaseSync[] | undefined> {
      const opened = await Promise.all(keys.map(open));
      const there = opened.flatMap((pack) => pack ?? []);
      // Those of this query are used last, and so stay.
      for (const [nth, pack] of opened.entries()) {
        const key = keys[nth];
        if (!pack || key === undefined) continue;
        packs.delete(key);
        packs.set(key, pack);
      }
      makeRoom();
      return there.length < keys.length ? undefined : there.map(({ database }) => database);
    },
  };
}
