import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import type { SeenLink } from '#shared/calendars/consent/commands/look-at-link';
import type { ConsentAttemptStore } from '#shared/calendars/consent/ports/connect-links';
import type { ConsentProvider, ConsentSecrets } from '#shared/calendars/consent/ports/consent-provider';
import { attemptEndsAt } from '#shared/calendars/consent/rules/consent-attempt';
import type { Clock } from '#shared/core/clock';
import type { OneTimeSecrets } from '#shared/core/one-time-secrets';

export type Consents = Readonly<Record<CalendarProviderName, { readonly consent: ConsentProvider }>>;

interface Needs {
  readonly attempts: ConsentAttemptStore;
  readonly providers: Consents;
  readonly secrets: OneTimeSecrets;
  readonly clock: Clock;
  /** Where providers send people back to. */
  readonly redirectUri: string;
}

export interface BegunConsent {
  /** Where the person goes next. */
  readonly sendTo: string;
  readonly state: string;
  /** For a cookie of this browser alone: whoever comes back has to have it. */
  readonly browser: string;
}

/**
 * Sends somebody to a provider. What makes the way back theirs is new each time, and none of it is stored: of the state
 * and the browser's secret there are digests, and the verifier of PKCE and the nonce follow from that secret.
 */
export const beginConsent =
  (needs: Needs) =>
  async ({ link, email }: SeenLink, provider: CalendarProviderName): Promise<BegunConsent> => {
    const { attempts, providers, secrets, clock } = needs;
    const [state, browser] = [secrets.make(), secrets.make()];
    const sendTo = await providers[provider].consent.begin({
      ...consentSecrets(needs, state, browser),
      loginHint: email,
    });
    await attempts.keep(state, {
      linkId: link.id,
      provider,
      browserDigest: secrets.digest(browser),
      expiresAt: attemptEndsAt(clock.now()),
    });
    return { sendTo, state, browser };
  };

export const consentSecrets = (
  { secrets, redirectUri }: Pick<Needs, 'secrets' | 'redirectUri'>,
  state: string,
  browser: string,
): ConsentSecrets => ({
  state,
  codeVerifier: secrets.derive(browser, 'code verifier'),
  nonce: secrets.derive(browser, 'nonce'),
  redirectUri,
});
