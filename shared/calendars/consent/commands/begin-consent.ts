import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import {
  type ConnectLinkDetails,
  type ConsentContext,
  consentSecrets,
} from '#shared/calendars/consent/commands/find-connect-link';
import { attemptEndsAt } from '#shared/calendars/consent/rules/connect-link';
import { consentAttemptStore } from '#shared/calendars/consent/store';

export interface StartedConsent {
  /** The provider's authorization URL. */
  readonly authorizationUrl: string;
  readonly state: string;
  /** For a cookie of this browser only: the callback has to carry it. */
  readonly browser: string;
}

/**
 * Starts the authorization at a provider. State and browser secret are new each time. Only their digests are stored, and
 * the PKCE verifier and the nonce are derived from the browser secret.
 */
export const beginConsent =
  (context: ConsentContext) =>
  async ({ link, email }: ConnectLinkDetails, provider: CalendarProviderName): Promise<StartedConsent> => {
    const { table, providers, secrets, clock } = context;
    const [state, browser] = [secrets.make(), secrets.make()];
    const authorizationUrl = await providers[provider].consent.begin({
      ...consentSecrets(context, state, browser),
      loginHint: email,
    });
    await consentAttemptStore(table).save(state, {
      linkId: link.id,
      provider,
      browserDigest: secrets.digest(browser),
      expiresAt: attemptEndsAt(clock.now()),
    });
    return { authorizationUrl, state, browser };
  };
