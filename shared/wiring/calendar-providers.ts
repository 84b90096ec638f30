import * as v from 'valibot';
import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import { googleConsent } from '#shared/calendars/consent/google-consent';
import { microsoftConsent } from '#shared/calendars/consent/microsoft-consent';
import type { ConsentProvider } from '#shared/calendars/consent/ports';
import { providerClients } from '#shared/calendars/consent/store';
import { googleCalendar } from '#shared/calendars/google/google-calendar';
import { microsoftCalendar } from '#shared/calendars/microsoft/microsoft-calendar';
import { googleUrls, microsoftUrls } from '#shared/calendars/requests/provider-urls';
import type { Fetch } from '#shared/calendars/requests/send-request';
import type { CalendarProvider } from '#shared/calendars/sync/ports';
import type { Clock } from '#shared/foundation/core/clock';
import type { Sealer } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import { cachingSealer } from '#shared/foundation/platform/caching-sealer';
import { envOr } from '#shared/foundation/platform/environment';

/** One provider, as the consent page and the sync use it. */
export interface ProviderInUse {
  readonly calendar: CalendarProvider;
  readonly consent: ConsentProvider;
  /** Whether this deployment has an OAuth client there; without one, `consent` throws `ProviderNotSetUp`. */
  isSetUp(): Promise<boolean>;
  /** A test provider of a local stack: people should be told. */
  readonly isForTests: boolean;
}

export type CalendarProviders = Readonly<Record<CalendarProviderName, ProviderInUse>>;

/** Origins of test providers, where they take the place of the real ones. */
export interface TestOrigins {
  readonly google?: string | undefined;
  readonly microsoft?: string | undefined;
}

interface Needs {
  readonly table: Table;
  /** Has to open `provider-client`, to exchange a code and to refresh. */
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly origins: TestOrigins;
  /** The platform's own unless it says so. */
  readonly fetch?: Fetch;
}

/** Google and Microsoft, with the deployment's own clients there, which are read when they are first needed. */
export function calendarProviders({
  table,
  sealer,
  clock,
  origins,
  fetch = globalThis.fetch,
}: Needs): CalendarProviders {
  const clients = providerClients(table, cachingSealer(sealer, clock));
  const google = googleUrls(origins.google);
  const microsoft = microsoftUrls(origins.microsoft);
  const context = { clock, fetch };
  return {
    google: {
      calendar: googleCalendar({ urls: google, ...context }),
      consent: googleConsent({ urls: google, client: () => clients.find('google'), ...context }),
      isSetUp: () => clients.has('google'),
      isForTests: origins.google !== undefined,
    },
    microsoft: {
      calendar: microsoftCalendar({ urls: microsoft, ...context }),
      consent: microsoftConsent({ urls: microsoft, client: () => clients.find('microsoft'), ...context }),
      isSetUp: () => clients.has('microsoft'),
      isForTests: origins.microsoft !== undefined,
    },
  };
}

const origin = v.optional(v.pipe(v.string(), v.url()));
const Origins = v.object({ google: origin, microsoft: origin });

/** The real Google and Microsoft, unless the environment names test providers. */
export const testOriginsFromEnvironment = (): TestOrigins => v.parse(Origins, JSON.parse(envOr('testProviders', '{}')));
