import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { SearchedText } from '#shared/search/rules/searched-text';
import { addTexts, allTexts, newTextDatabase, openTextDatabase } from '#shared/search/sqlite/text-database';

/** The file of a pack. Nothing but these texts was ever in it. */
export const packBytes = (texts: readonly SearchedText[]): Promise<Uint8Array> =>
  withTemporaryFile(async (path) => {
    const database = newTextDatabase(path);
    try {
      addTexts(database, texts);
      database.exec("INSERT INTO found (found) VALUES ('optimize')");
    } finally {
      database.close();
    }
    return readFile(path);
  });

/** The texts of a pack. */
export async function textsInPack(bytes: Uint8Array): Promise<readonly SearchedText[]> {
  const database = await openPack(bytes);
  try {
    return allTexts(database);
  } finally {
    database.close();
  }
}

/** A pack to be searched. Its file is deleted at once: the open database keeps its bytes until it is closed. */
export const openPack = (bytes: Uint8Array): Promise<DatabaseSync> =>
  withTemporaryFile(async (path) => {
    await writeFile(path, bytes);
    const database = openTextDatabase(path);
    database.prepare('SELECT count(*) FROM texts').get();
    return database;
  });

async function withTemporaryFile<Result>(use: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'search-'));
  try {
    return await use(join(folder, 'pack.sqlite'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
