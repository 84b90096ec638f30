import type { ConsentProvider } from '#shared/calendars/consent/ports/consent-provider';
import type { CalendarProvider } from '#shared/calendars/sync/ports/calendar-provider';
import type { CommandContext } from '#shared/commands/context';
import type { Pace } from '#shared/core/clock';
import type { OneTimeSecrets } from '#shared/core/one-time-secrets';
import type { Sealer } from '#shared/core/sealer';

type ProviderName = 'google' | 'microsoft';

/** What a sync run works with. Imported events do not count towards a partner's limits: its `limitCounter` counts nothing. */
export interface SyncContext extends CommandContext {
  readonly sealer: Sealer;
  readonly providers: Readonly<
    Record<ProviderName, { readonly calendar: CalendarProvider; readonly consent: ConsentProvider }>
  >;
  readonly watches: WatchOptions;
  readonly pace: Pace;
}

export interface WatchOptions {
  readonly secrets: OneTimeSecrets;
  /** UUID. */
  readonly newId: () => string;
  /** The URL for the provider's notifications. */
  readonly addressOf: (provider: ProviderName) => string;
}
