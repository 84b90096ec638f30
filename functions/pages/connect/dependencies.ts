import type { FinishNeeds } from '#shared/commands/calendar-connections/finish-consent';
import type { CalendarProviderName } from '#shared/domain/calendar-connections/calendar-connection';
import type { ConnectLink } from '#shared/domain/calendar-connections/connect-link';
import type { PageHandler } from '#shared/pages/page-kit';
import type { ConsentProvider } from '#shared/ports/consent-provider';
import { oneTimeSecrets } from '#shared/providers/one-time-secrets';
import { calendarConnectionStore } from '#shared/storage/calendar-connections';
import { calendarSyncStore } from '#shared/storage/calendar-syncs';
import { connectLinkStore } from '#shared/storage/connect-links';
import { consentAttemptStore } from '#shared/storage/consent-attempts';
import { memberStore } from '#shared/storage/members';
import { workspaceStore } from '#shared/storage/workspaces';
import type { PageSurroundings } from '#shared/wiring/pages';

export interface OfferedProvider {
  readonly consent: ConsentProvider;
  /** Whether the deployment has an OAuth client at the provider. */
  isSetUp(): Promise<boolean>;
  readonly isForTests: boolean;
  /** Origin of the provider's consent page. */
  readonly signInOrigin: string;
}

export interface ConnectDependencies extends FinishNeeds {
  readonly providers: Readonly<Record<CalendarProviderName, OfferedProvider>>;
}

export type ConnectPage = PageHandler<ConnectDependencies>;

export const connectDependencies = (
  around: PageSurroundings & Pick<ConnectDependencies, 'providers'>,
): ConnectDependencies => ({
  ...around,
  connections: calendarConnectionStore(around.table),
  syncs: calendarSyncStore(around.table),
  links: connectLinkStore(around.table),
  attempts: consentAttemptStore(around.table),
  members: memberStore(around.table),
  workspaces: workspaceStore(around.table),
  secrets: oneTimeSecrets(around),
  redirectUri: `${around.kit.appUrl}/connect/callback`,
});

/** The providers of a link, including those at which the deployment has no OAuth client. */
export const providersOf = ({ provider }: ConnectLink): readonly CalendarProviderName[] =>
  provider ? [provider] : ['google', 'microsoft'];
