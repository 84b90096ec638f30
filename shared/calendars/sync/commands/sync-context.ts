import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import type { ConsentProvider } from '#shared/calendars/consent/ports';
import type { CalendarProvider, CalendarReader, MakeClientState } from '#shared/calendars/sync/ports';
import type { TimeScale } from '#shared/foundation/core/clock';
import type { OneTimeSecrets, Sealer } from '#shared/foundation/core/secrets';
import type { LimitCounter } from '#shared/foundation/core/uses';
import type { ErasureContext } from '#shared/meetings/erasures/ports';

/** What a sync run works with. Of a partner's limits its `limitCounter` counts those of changed people alone. */
export interface SyncContext extends ErasureContext {
  /** Counts what feeds make the service read and save. */
  readonly feedLimits: { readonly limitCounter: LimitCounter };
  readonly sealer: Sealer;
  /** Seals access tokens that are kept, without a request to the key service. */
  readonly accessSealer: Sealer;
  readonly providers: Readonly<
    Record<CalendarProviderName, { readonly calendar: CalendarProvider; readonly consent: ConsentProvider }>
  > & {
    readonly feed: {
      readonly calendar: CalendarReader;
      readonly consent: Pick<ConsentProvider, 'rotatesGrants' | 'access'>;
    };
  };
  readonly watches: WatchOptions;
  readonly timeScale: TimeScale;
}

export interface WatchOptions {
  readonly makeClientState: MakeClientState;
  readonly secrets: OneTimeSecrets;
  /** UUID. */
  readonly newId: () => string;
  /** The URL for the provider's notifications. */
  readonly addressOf: (provider: CalendarProviderName) => string;
}
