import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { SearchedText } from '#shared/texts/search/rules/searched-text';
import { addTexts, allTexts, newTextDatabase, openTextDatabase } from '#shared/texts/search/sqlite/text-database';

/** The file of a pack. Nothing but these texts was ever in it. Synchronous, as SQLite itself is here. */
export const packBytes = (texts: readonly SearchedText[]): Uint8Array =>
  withTemporaryFile((path) => {
    const database = newTextDatabase(path);
    try {
      addTexts(database, texts);
      database.exec("INSERT INTO found (found) VALUES ('optimize')");
    } finally {
      database.close();
    }
    return readFileSync(path);
  });

/** The texts of a pack. */
export function textsInPack(bytes: Uint8Array): readonly SearchedText[] {
  const database = openPack(bytes);
  try {
    return allTexts(database);
  } finally {
    database.close();
  }
}

/** A pack to be searched. Its file is deleted at once: the open database keeps its bytes until it is closed. */
export const openPack = (bytes: Uint8Array): DatabaseSync =>
  withTemporaryFile((path) => {
    writeFileSync(path, bytes);
    const database = openTextDatabase(path);
    database.prepare('SELECT count(*) FROM texts').get();
    return database;
  });

function withTemporaryFile<Result>(use: (path: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'search-'));
  try {
    return use(join(folder, 'pack.sqlite'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
