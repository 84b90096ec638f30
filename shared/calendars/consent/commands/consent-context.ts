import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import type { ConsentProvider, ConsentSecrets } from '#shared/calendars/consent/ports/consent-provider';
import type { CommandContext } from '#shared/commands/context';
import type { OneTimeSecrets } from '#shared/core/one-time-secrets';
import type { Sealer } from '#shared/core/sealer';

/** What the commands of the connect pages work with. */
export interface ConsentContext extends CommandContext {
  readonly providers: Readonly<Record<CalendarProviderName, { readonly consent: ConsentProvider }>>;
  readonly secrets: OneTimeSecrets;
  /** OAuth redirect URI, the same for all providers. */
  readonly redirectUri: string;
  readonly sealer: Pick<Sealer, 'seal'>;
}

/** The secrets of one attempt. The PKCE verifier and the nonce are derived from the browser's secret. */
export const consentSecrets = (
  { secrets, redirectUri }: Pick<ConsentContext, 'secrets' | 'redirectUri'>,
  state: string,
  browser: string,
): ConsentSecrets => ({
  state,
  codeVerifier: secrets.derive(browser, 'code verifier'),
  nonce: secrets.derive(browser, 'nonce'),
  redirectUri,
});
