import { parseUrl } from '#shared/foundation/core/url';
import type { ByteRange, OpenMedia } from '#shared/foundation/files/rules/open-media';
import {
  InvalidRecorderAnswer,
  MediaGone,
  type RecorderTools,
  RecorderUnreachable,
} from '#shared/meetings/recorders/ports';
import { LinkExpired, openRange } from './open-range.ts';

interface Link {
  /** Asks the recorder for a link to the file. Undefined when the recorder has the file no more. */
  readonly find: () => Promise<string | undefined>;
  readonly range: ByteRange;
}

/**
 * Opens a range of a file that a recorder gives signed links to. A link that has expired is fetched anew, once. Throws
 * `MediaGone` when the recorder gives no link, `RecorderUnreachable` when its new link is refused too, and
 * `InvalidRecorderAnswer` for a link that is none.
 */
export async function openLink(fetch: RecorderTools['fetch'], { find, range }: Link): Promise<OpenMedia> {
  try {
    return await openRange(fetch, { ...range, url: await linkBy(find) });
  } catch (error) {
    if (!(error instanceof LinkExpired)) throw error;
  }
  try {
    return await openRange(fetch, { ...range, url: await linkBy(find) });
  } catch (error) {
    throw error instanceof LinkExpired ? new RecorderUnreachable(error.message, 'final') : error;
  }
}

async function linkBy(find: Link['find']): Promise<string> {
  const link = await find();
  if (link === undefined) throw new MediaGone('The recorder gives no link to the file.');
  return webLink(link);
}

/** A link that a recorder gave. Throws `InvalidRecorderAnswer` for another text, which it does not quote. */
export function webLink(link: string): string {
  if (!/^https?:$/.test(parseUrl(link)?.protocol ?? ''))
    throw new InvalidRecorderAnswer('The recorder gave a link that leads nowhere.');
  return link;
}
