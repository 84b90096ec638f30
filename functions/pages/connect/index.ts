import { googleSite } from '#shared/calendars/google/google-site';
import { microsoftSite } from '#shared/calendars/microsoft/microsoft-site';
import { type CalendarProviders, calendarProviders, testOriginsGiven } from '#shared/wiring/calendar-providers';
import { servedPages } from '#shared/wiring/pages';
import type { Connecting } from './connecting.ts';
import { connectPages } from './pages.ts';

/** With the origins that people are sent to, which the policy of the page names. */
function offered({ google, microsoft }: CalendarProviders): Connecting['providers'] {
  const origins = testOriginsGiven();
  return {
    google: { ...google, signInOrigin: new URL(googleSite(origins.google).authorize).origin },
    microsoft: { ...microsoft, signInOrigin: new URL(microsoftSite(origins.microsoft).authorize).origin },
  };
}

export const handler = servedPages((around) =>
  connectPages({ ...around, providers: offered(calendarProviders({ ...around, origins: testOriginsGiven() })) }),
);
