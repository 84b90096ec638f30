import { googleUrls } from '#shared/calendars/google/google-urls';
import { microsoftUrls } from '#shared/calendars/microsoft/microsoft-urls';
import { type CalendarProviders, calendarProviders, testOriginsGiven } from '#shared/wiring/calendar-providers';
import { servedPages } from '#shared/wiring/pages';
import type { Connecting } from './connecting.ts';
import { connectPages } from './pages.ts';

/** With the origins that people are sent to, which the policy of the page names. */
function offered({ google, microsoft }: CalendarProviders): Connecting['providers'] {
  const origins = testOriginsGiven();
  return {
    google: { ...google, signInOrigin: new URL(googleUrls(origins.google).authorize).origin },
    microsoft: { ...microsoft, signInOrigin: new URL(microsoftUrls(origins.microsoft).authorize).origin },
  };
}

export const handler = servedPages((around) =>
  connectPages({ ...around, providers: offered(calendarProviders({ ...around, origins: testOriginsGiven() })) }),
);
