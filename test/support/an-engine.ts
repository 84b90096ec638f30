import { randomBytes } from 'node:crypto';
import type { FileStorage } from '#shared/foundation/files/ports';
import { indexInFiles } from '#shared/texts/search/index-in-files';
import { type SearchEngine, searchEngine } from '#shared/texts/search/sqlite/search-engine';

/** The engine of search over a file storage, as a function has it that has just started. */
export const engineOver = (files: FileStorage): SearchEngine =>
  searchEngine(
    indexInFiles(files, (size) => randomBytes(size)),
    files,
  );
