import * as v from 'valibot';
import type { ConsentProvider } from '#shared/calendars/consent/ports';
import { Digest, type DownloadedFile, KeptFiles } from '#shared/calendars/feeds/kept-files';
import type { FeedRequest, FeedResponse, FetchFeed, ReadFeed } from '#shared/calendars/feeds/ports';
import { type CalendarReader, CursorExpired, ProviderDown } from '#shared/calendars/sync/ports';
import type { Clock } from '#shared/foundation/core/clock';
import { DAY_MS, later } from '#shared/foundation/core/time';

const Cursor = v.object({
  etag: v.nullable(v.string()),
  lastModified: v.nullable(v.string()),
  /** Of the file, without the times at which its server wrote it. */
  digest: v.string(),
});

interface Needs {
  readonly fetchFeed: FetchFeed;
  readonly readFeed: ReadFeed;
  readonly clock: Clock;
}

/**
 * A feed as a calendar. Its cursor is the version that was read last: the page behind it is empty while the feed is the
 * same, and expired once it has changed, so that a full sync follows. The file in which a poll found a change is kept for
 * that sync, where there is room: a change is downloaded once.
 */
export function feedCalendar({ fetchFeed, readFeed, clock }: Needs): CalendarReader {
  const kept = new KeptFiles(clock);
  const download = async (request: FeedRequest): Promise<DownloadedFile | undefined> => {
    const response = await fetchFeed(request);
    if (response.status === 'unchanged') return undefined;
    const { bytes, digest } = await kept.read(response.bytes);
    return { validators: response.validators, charset: response.charset, version: digest, bytes };
  };
  return {
    async readWindow(url, window, attempt) {
      const file = kept.take(url) ?? (await wholeFile(await fetchFeed({ url, known: null, ...attempt })));
      const cursor = { ...file.validators, digest: file.version };
      return { events: await readFeed(file, window), cursor: JSON.stringify(cursor), isLast: true };
    },

    async readOn(url, cursor, attempt) {
      const { digest: version, ...known } = v.parse(Cursor, JSON.parse(cursor));
      const file = kept.find(url) ?? (await download({ url, known, ...attempt }));
      if (!file || file.version === version) return { events: [], cursor, isLast: true };
      kept.keep(url, file);
      throw new CursorExpired('The feed has changed.');
    },
  };
}

async function wholeFile(response: FeedResponse) {
  if (response.status === 'unchanged') throw new ProviderDown('The feed answered 304 to no version.');
  const pieces: Uint8Array[] = [];
  const digest = new Digest();
  for await (const piece of response.bytes) {
    digest.update(piece);
    pieces.push(piece);
  }
  return {
    ...{ validators: response.validators, charset: response.charset },
    ...{ version: digest.end(), bytes: Buffer.concat(pieces) },
  };
}

/** The access token of a feed is its URL. */
export const feedAccess = (clock: Clock): Pick<ConsentProvider, 'rotatesGrants' | 'access'> => ({
  rotatesGrants: false,
  access: async (url) => ({ accessToken: url, expiresAt: later(clock.now(), URL_KEPT_MS) }),
});

/** How long the URL is kept sealed by our own key, so that not every poll asks the key service. */
const URL_KEPT_MS = 7 * DAY_MS;
