import { feedAccess, feedCalendar } from '#shared/calendars/feeds/feed-calendar';
import { httpFeed, MOST_FEED_BYTES } from '#shared/calendars/feeds/http-feed';
import { FeedFailed, type ReadFeed } from '#shared/calendars/feeds/ports';
import type { Clock } from '#shared/foundation/core/clock';
import { type PublicFetchNeeds, publicFetch } from '#shared/wiring/public-fetch';

interface Needs extends Omit<PublicFetchNeeds, 'refusal'> {
  readonly clock: Clock;
  readonly readFeed: ReadFeed;
}

/** iCalendar feeds at public URLs, as the sync reads them. */
export function feedAtUrl({ clock, readFeed, ...needs }: Needs) {
  const refusal = () => new FeedFailed('blocked_address');
  const fetch = publicFetch({ ...needs, refusal, mostWireBytes: MOST_FEED_BYTES });
  return {
    calendar: feedCalendar({ fetchFeed: httpFeed({ fetch, clock }), readFeed, clock }),
    consent: feedAccess(clock),
  };
}
