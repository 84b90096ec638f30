import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import { calendarConnectionStore } from '#shared/calendars/connections/store';
import { consentAttemptStore } from '#shared/calendars/consent/attempts-store';
import type { FinishNeeds } from '#shared/calendars/consent/commands/finish-consent';
import { connectLinkStore } from '#shared/calendars/consent/connect-links-store';
import type { ConsentProvider } from '#shared/calendars/consent/ports/consent-provider';
import type { ConnectLink } from '#shared/calendars/consent/rules/connect-link';
import { calendarSyncStore } from '#shared/calendars/sync/store';
import { memberStore } from '#shared/members/store';
import type { PageHandler } from '#shared/page-kit/page-kit';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import type { PageContext } from '#shared/wiring/pages';
import { workspaceStore } from '#shared/workspaces/store';

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
  context: PageContext & Pick<ConnectDependencies, 'providers'>,
): ConnectDependencies => ({
  ...context,
  connections: calendarConnectionStore(context.table),
  syncs: calendarSyncStore(context.table),
  links: connectLinkStore(context.table),
  attempts: consentAttemptStore(context.table),
  members: memberStore(context.table),
  workspaces: workspaceStore(context.table),
  secrets: oneTimeSecrets(context),
  redirectUri: `${context.kit.appUrl}/connect/callback`,
});

/** The providers of a link, including those at which the deployment has no OAuth client. */
export const providersOf = ({ provider }: ConnectLink): readonly CalendarProviderName[] =>
  provider ? [provider] : ['google', 'microsoft'];
