import type { ConsentProvider } from '#shared/calendars/consent/ports/consent-provider';
import type { CalendarProvider } from '#shared/calendars/sync/ports/calendar-provider';
import type { CalendarSyncStore } from '#shared/calendars/sync/ports/calendar-syncs';
import type { CommandContext } from '#shared/commands/context';
import type { Pace } from '#shared/core/clock';
import type { OneTimeSecrets } from '#shared/core/one-time-secrets';
import type { Sealer } from '#shared/core/sealer';
import type { CalendarConnectionStore, MemberStore, WorkspaceStore } from '#shared/events/ports/stores';

type ProviderName = 'google' | 'microsoft';

/** What a pass is made with. What it takes is not a partner's push: its `limitCounter` counts nothing. */
export interface PassNeeds extends CommandContext {
  readonly members: MemberStore;
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
