import type { PushNeeds } from '#shared/commands/calendar-events/push-calendar-event';
import type { CalendarProvider } from '#shared/ports/calendar-provider';
import type { CalendarSyncStore } from '#shared/ports/calendar-syncs';
import type { Pace } from '#shared/ports/clock';
import type { ConsentProvider } from '#shared/ports/consent-provider';
import type { OneTimeSecrets } from '#shared/ports/one-time-secrets';
import type { Sealer } from '#shared/ports/sealer';
import type { CalendarConnectionStore, WorkspaceStore } from '#shared/ports/stores';

type ProviderName = 'google' | 'microsoft';

/** What a pass is made with. What it takes is not a partner's push: its `limitCounter` counts nothing. */
export interface PassNeeds extends PushNeeds {
  readonly connections: CalendarConnectionStore;
  readonly workspaces: WorkspaceStore;
  readonly syncs: CalendarSyncStore;
  readonly sealer: Sealer;
  readonly providers: Readonly<
    Record<ProviderName, { readonly calendar: CalendarProvider; readonly consent: ConsentProvider }>
  >;
  readonly watches: WatchMaking;
  readonly pace: Pace;
}

export interface WatchMaking {
  readonly secrets: OneTimeSecrets;
  /** UUID. */
  readonly newId: () => string;
  /** Where each provider's notifications are to arrive. */
  readonly addressOf: (provider: ProviderName) => string;
}
