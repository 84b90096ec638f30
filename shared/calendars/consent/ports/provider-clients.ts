import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';

/** The OAuth client of this deployment at a calendar provider, registered once by the operator. */
export interface ProviderClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface ProviderClients {
  /** Whether there is one, without opening its secret. */
  has(provider: CalendarProviderName): Promise<boolean>;
  find(provider: CalendarProviderName): Promise<ProviderClient | undefined>;
  /** Takes the place of the one before. */
  save(provider: CalendarProviderName, client: ProviderClient): Promise<void>;
}
