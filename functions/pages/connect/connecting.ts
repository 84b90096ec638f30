import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import type { FinishNeeds } from '#shared/calendars/consent/commands/finish-consent';
import type { ConsentProvider } from '#shared/calendars/consent/ports/consent-provider';
import type { ConnectLink } from '#shared/calendars/consent/rules/connect-link';
import type { PageKit } from '#shared/page-kit/page-kit';

/** A provider as this page offers it. */
export interface OfferedProvider {
  readonly consent: ConsentProvider;
  isSetUp(): Promise<boolean>;
  readonly isForTests: boolean;
  /** Origin of the page on which people consent. */
  readonly signInOrigin: string;
}

/** What the pages of a connect link need. */
export interface Connecting extends FinishNeeds {
  readonly kit: PageKit;
  readonly providers: Readonly<Record<CalendarProviderName, OfferedProvider>>;
}

export const providerNamed = (text: string): CalendarProviderName | undefined =>
  text === 'google' || text === 'microsoft' ? text : undefined;

/** Those that this link offers, whether the deployment has a client there or not. */
export const namesFor = ({ provider }: ConnectLink): readonly CalendarProviderName[] =>
  provider ? [provider] : ['google', 'microsoft'];

/** Where a link's page is; its key is what lets one see it. */
export const pathOf = (id: ConnectLink['id'], key: string): string => `/connect/${id}?key=${encodeURIComponent(key)}`;

/** The site that a person returns to, as people read it. */
export const siteOf = (url: string): string => new URL(url).host;
