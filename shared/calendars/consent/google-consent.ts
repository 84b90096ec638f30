import { type OAuthProfile, oauthConsent } from '#shared/calendars/consent/oauth-consent';
import type { OAuthError } from '#shared/calendars/consent/oauth-errors';
import {
  ConsentFailed,
  type ConsentFailure,
  type ConsentProvider,
  type ProviderClient,
} from '#shared/calendars/consent/ports';
import type { GoogleUrls } from '#shared/calendars/requests/provider-urls';
import type { Fetch } from '#shared/calendars/requests/send-request';
import type { GrantLostCode } from '#shared/calendars/sync/ports';
import type { Clock } from '#shared/foundation/core/clock';

interface Needs {
  readonly urls: GoogleUrls;
  readonly client: () => Promise<ProviderClient | undefined>;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

const EVENTS = 'https://www.googleapis.com/auth/calendar.events.readonly';

/** Errors of an organization in which only administrators allow applications. */
const ADMIN_CONSENT_REQUIRED = ['admin_policy_enforced', 'org_internal'];

/** Consent to read a Google account's calendar. A person may leave scopes unticked. Revoking one grant revokes all. */
export const googleConsent = ({ urls, ...needs }: Needs): ConsentProvider =>
  oauthConsent({ profile: profileOf(urls), ...needs });

const profileOf = (server: GoogleUrls): OAuthProfile => ({
  provider: 'Google',
  server,
  scopes: ['openid', 'email', EVENTS],
  rotatesGrants: false,
  hasRequiredScopes: (granted) => granted.includes(EVENTS),
  // Without `prompt=consent` a repeated consent returns no refresh token. Scopes granted elsewhere are not included.
  parameters: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'false' },
  async accountEmail({ email, email_verified: isVerified }) {
    if (typeof email === 'string' && isVerified === true) return email;
    throw new ConsentFailed('provider_error', 'Google returned no verified e-mail address of the account.');
  },
  consentFailure,
  grantLostCode,
});

function consentFailure({ code }: OAuthError): ConsentFailure {
  if (code === 'access_denied') return 'denied';
  return ADMIN_CONSENT_REQUIRED.includes(code) ? 'admin_consent_required' : 'provider_error';
}

/**
 * Google sends "Token has been expired or revoked." in both cases. A grant expires after six months without use, or
 * after a week while the client is in testing, so most lost grants were revoked.
 */
function grantLostCode({ code, description }: OAuthError): GrantLostCode | undefined {
  if (ADMIN_CONSENT_REQUIRED.includes(code)) return 'admin_consent_required';
  if (code !== 'invalid_grant') return undefined;
  return /account (has been )?(deleted|disabled|suspended)|account not found/i.test(description)
    ? 'account_unavailable'
    : 'access_revoked';
}
