import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { ConsentProvider } from '#shared/calendars/consent/ports';
import type { FetchFeed, ReadFeed } from '#shared/calendars/feeds/ports';
import { type CalendarReader, CursorExpired, ProviderDown } from '#shared/calendars/sync/ports';
import type { Clock } from '#shared/core/clock';
import { DAY_MS, later } from '#shared/core/time';

const Cursor = v.object({
  etag: v.nullable(v.string()),
  lastModified: v.nullable(v.string()),
  /** Of the file, without the times at which its server wrote it. */
  digest: v.string(),
});

/**
 * A feed as a calendar. Its cursor is the version that was read last: the page behind it is empty while the feed is the
 * same, and expired once it has changed, so that a full sync follows. A poll keeps nothing of the file in memory.
 */
export const feedCalendar = (fetchFeed: FetchFeed, readFeed: ReadFeed): CalendarReader => ({
  async readWindow(url, window) {
    const response = await fetchFeed({ url, known: null });
    if (response.status === 'unchanged') throw new ProviderDown('The feed answered 304 to no version.');
    let text = '';
    for await (const piece of response.text) text += piece;
    const cursor = { ...response.validators, digest: await digestOf([text]) };
    return { events: await readFeed(text, window), cursor: JSON.stringify(cursor), isLast: true };
  },

  async readOn(url, cursor) {
    const { digest, ...known } = v.parse(Cursor, JSON.parse(cursor));
    const response = await fetchFeed({ url, known });
    if (response.status === 'changed' && (await digestOf(response.text)) !== digest)
      throw new CursorExpired('The feed has changed.');
    return { events: [], cursor, isLast: true };
  },
});

/** Longer than a line with a DTSTAMP. */
const LONGEST_STAMP = 1_000;

/**
 * Servers that make the file anew for each request give every event another DTSTAMP: those lines do not count. Of a line
 * that has not ended yet only so much is kept: a hundred polls share the memory of an invocation.
 */
async function digestOf(pieces: AsyncIterable<string> | Iterable<string>): Promise<string> {
  const hash = createHash('sha256');
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece;
    const end = text.lastIndexOf('\n') + 1;
    const isLong = text.length - end > LONGEST_STAMP;
    hash.update(withoutStamps(isLong ? text : text.slice(0, end)));
    rest = isLong ? '' : text.slice(end);
  }
  return hash.update(withoutStamps(rest)).digest('base64url');
}

const withoutStamps = (lines: string): string => lines.replace(/^DTSTAMP[:;].*$/gim, '');

/** The access token of a feed is its URL. */
export const feedAccess = (clock: Clock): Pick<ConsentProvider, 'rotatesGrants' | 'access'> => ({
  rotatesGrants: false,
  access: async (url) => ({ accessToken: url, expiresAt: later(clock.now(), URL_KEPT_MS) }),
});

/** How long the URL is kept sealed by our own key, so that not every poll asks the key service. */
const URL_KEPT_MS = 7 * DAY_MS;
