import { feedAccess, feedCalendar } from '#shared/calendars/feeds/feed-calendar';
import { httpFeed } from '#shared/calendars/feeds/http-feed';
import { FeedFailed } from '#shared/calendars/feeds/ports';
import type { Clock } from '#shared/core/clock';
import { type PublicFetchNeeds, publicFetch } from '#shared/wiring/public-fetch';

interface Needs extends Omit<PublicFetchNeeds, 'refusal'> {
  readonly clock: Clock;
}

/** iCalendar feeds at public URLs, as the sync reads them. */
export function feedAtUrl({ clock, ...needs }: Needs) {
  const fetch = publicFetch({ ...needs, refusal: () => new FeedFailed('blocked_address') });
  return { calendar: feedCalendar(httpFeed({ fetch, clock })), consent: feedAccess(clock) };
}
