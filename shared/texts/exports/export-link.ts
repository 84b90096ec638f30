import { earlier, HOUR_MS, type Instant, later } from '#shared/foundation/core/time';
import type { FileStorage } from '#shared/foundation/files/ports';
import { type Export, stateAt } from '#shared/texts/exports/rules/export';

/** The credentials that sign a link are not good for longer. */
const LINK_VALID_MS = HOUR_MS;

/** A new link to the file of a ready export; null in any other state. It is valid for an hour unless said otherwise. */
export async function linkToExport(
  files: Pick<FileStorage, 'linkTo'>,
  one: Export,
  now: Instant,
  mostExpiresAt = later(now, LINK_VALID_MS),
): Promise<string | null> {
  if (one.state !== 'ready' || stateAt(one, now) !== 'ready') return null;
  const { key, contentType, name } = one.file;
  return files.linkTo(key, {
    expiresAt: earlier(one.expiresAt, mostExpiresAt),
    contentType,
    filename: name,
  });
}
