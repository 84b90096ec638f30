import type { CommandContext } from '#shared/foundation/commands/context';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3Client } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { indexInFiles } from '#shared/texts/search/index-in-files';
import { type SearchEngine, searchEngine } from '#shared/texts/search/sqlite/search-engine';

/** The engine of a function, on the files of its bucket. It is made once, since it keeps what it has read. */
export function engineFromEnvironment({
  clock,
  randomBytes,
}: Pick<CommandContext, 'clock' | 'randomBytes'>): SearchEngine {
  const files = s3FileStorage(s3Client(), requiredEnv('filesBucket'), clock);
  return searchEngine(indexInFiles(files, randomBytes), files);
}
