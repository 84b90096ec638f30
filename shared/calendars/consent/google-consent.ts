import { type Dialect, oauthConsent } from '#shared/calendars/consent/oauth-consent';
import type { OAuthRefusal } from '#shared/calendars/consent/oauth-failure';
import {
  ConsentFailed,
  type ConsentFailure,
  type ConsentProvider,
} from '#shared/calendars/consent/ports/consent-provider';
import type { ProviderClient } from '#shared/calendars/consent/ports/provider-clients';
import type { GoogleSite } from '#shared/calendars/google/google-site';
import type { Fetch } from '#shared/calendars/requests/ask';
import type { GrantLostCode } from '#shared/calendars/sync/ports/calendar-provider';
import type { Clock } from '#shared/core/clock';

interface Needs {
  readonly site: GoogleSite;
  readonly client: () => Promise<ProviderClient | undefined>;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

const EVENTS = 'https://www.googleapis.com/auth/calendar.events.readonly';

/** An organization that lets only its administrators decide which programs its people use. */
const BY_ADMINISTRATORS = ['admin_policy_enforced', 'org_internal'];

/** Consent to a Google account's calendar. Boxes may be left unticked there. Giving one grant back ends them all. */
export const googleConsent = ({ site, ...needs }: Needs): ConsentProvider =>
  oauthConsent({ dialect: dialectOf(site), ...needs });

const dialectOf = (server: GoogleSite): Dialect => ({
  who: 'Google',
  server,
  scopes: ['openid', 'email', EVENTS],
  isEnough: (granted) => granted.includes(EVENTS),
  // Without `consent` a second round brings no refresh token; without `false` it brings what was granted elsewhere.
  parameters: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'false' },
  async accountEmail({ email, email_verified: isVerified }) {
    if (typeof email === 'string' && isVerified === true) return email;
    throw new ConsentFailed('provider_error', 'Google names no verified address of the account.');
  },
  whyNotGranted,
  whyLost,
});

function whyNotGranted({ error }: OAuthRefusal): ConsentFailure {
  if (error === 'access_denied') return 'denied';
  return BY_ADMINISTRATORS.includes(error) ? 'admin_consent_required' : 'provider_error';
}

/**
 * Google says "Token has been expired or revoked." of both. A grant lapses there after six months without use, or a
 * week while the client is in testing, so that most of what ends was taken back.
 */
function whyLost({ error, description }: OAuthRefusal): GrantLostCode | undefined {
  if (BY_ADMINISTRATORS.includes(error)) return 'admin_consent_required';
  if (error !== 'invalid_grant') return undefined;
  return /account (has been )?(deleted|disabled|suspended)|account not found/i.test(description)
    ? 'account_unavailable'
    : 'access_revoked';
}
