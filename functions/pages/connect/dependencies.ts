import type { PageHandler } from '#shared/api/page-kit/page-kit';
import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import type { ConsentContext } from '#shared/calendars/consent/commands/find-connect-link';
import type { ConsentProvider } from '#shared/calendars/consent/ports';
import type { ConnectLink } from '#shared/calendars/consent/rules/connect-link';
import { oneTimeSecrets } from '#shared/foundation/platform/one-time-secrets';
import type { PageContext } from '#shared/wiring/pages';

export interface OfferedProvider {
  readonly consent: ConsentProvider;
  /** Whether the deployment has an OAuth client at the provider. */
  isSetUp(): Promise<boolean>;
  readonly isForTests: boolean;
  /** Origin of the provider's consent page. */
  readonly signInOrigin: string;
}

export interface ConnectDependencies extends ConsentContext {
  readonly providers: Readonly<Record<CalendarProviderName, OfferedProvider>>;
}

export type ConnectPage = PageHandler<ConnectDependencies>;

export const connectDependencies = (
  context: PageContext & Pick<ConnectDependencies, 'providers'>,
): ConnectDependencies => ({
  ...context,
  secrets: oneTimeSecrets(context),
  redirectUri: `${context.kit.appUrl}/connect/callback`,
});

/** The providers of a link, including those at which the deployment has no OAuth client. */
export const providersOf = ({ provider }: ConnectLink): readonly CalendarProviderName[] =>
  provider ? [provider] : ['google', 'microsoft'];
