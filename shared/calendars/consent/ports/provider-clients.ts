import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';

/** What a provider of calendars knows this deployment by: its OAuth client, registered once by whoever operates it. */
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
