import { pageApp, pageRoutes } from '#shared/api/page-kit/page-app';
import { googleUrls, microsoftUrls } from '#shared/calendars/requests/provider-urls';
import {
  type CalendarProviders,
  calendarProviders,
  testOriginsFromEnvironment,
} from '#shared/wiring/calendar-providers';
import { type PageContext, servedPages } from '#shared/wiring/pages';
import { consentPage } from './consent-page.ts';
import { type ConnectDependencies, connectDependencies } from './dependencies.ts';
import { oauthCallback } from './oauth-callback.ts';
import { startAuthorization } from './start-authorization.ts';

/** The pages of connect links, on which a person gives access to their calendar. */
export function connectPages(context: PageContext & Pick<ConnectDependencies, 'providers'>) {
  const pages = pageApp(context.kit);
  const { get, post } = pageRoutes(pages, connectDependencies(context));
  get('/connect/callback', oauthCallback);
  get('/connect/:link{ccl_[^/]+}', consentPage);
  post('/connect/:link{ccl_[^/]+}/:provider', startAuthorization);
  return pages;
}

/** The providers with the origins of their consent pages, which the CSP of the page names. */
function withOrigins({ google, microsoft }: CalendarProviders): ConnectDependencies['providers'] {
  const origins = testOriginsFromEnvironment();
  return {
    google: { ...google, signInOrigin: new URL(googleUrls(origins.google).authorize).origin },
    microsoft: { ...microsoft, signInOrigin: new URL(microsoftUrls(origins.microsoft).authorize).origin },
  };
}

export const handler = servedPages((context) =>
  connectPages({
    ...context,
    providers: withOrigins(calendarProviders({ ...context, origins: testOriginsFromEnvironment() })),
  }),
);
