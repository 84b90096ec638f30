import { microsoftAccount } from '#shared/calendars/consent/microsoft-account';
import { oauthConsent } from '#shared/calendars/consent/oauth-consent';
import { microsoftCodes, type OAuthError } from '#shared/calendars/consent/oauth-errors';
import type { ConsentFailure, ConsentProvider, ProviderClient } from '#shared/calendars/consent/ports';
import type { MicrosoftUrls } from '#shared/calendars/requests/provider-urls';
import type { Fetch } from '#shared/calendars/requests/send-request';
import type { GrantLostCode } from '#shared/calendars/sync/ports';
import type { Clock } from '#shared/foundation/core/clock';

interface Needs {
  readonly urls: MicrosoftUrls;
  readonly client: () => Promise<ProviderClient | undefined>;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

/**
 * Consent to read the calendar of a work, school or personal Microsoft account. Microsoft has no API to revoke a grant:
 * people do that at https://myaccount.microsoft.com, organizations in their enterprise applications.
 */
export const microsoftConsent = ({ urls, client, clock, fetch }: Needs): ConsentProvider =>
  oauthConsent({
    profile: {
      provider: 'Microsoft',
      server: urls,
      scopes: ['openid', 'email', 'offline_access', 'User.Read', 'Calendars.Read'],
      rotatesGrants: true,
      hasRequiredScopes: (granted) => granted.some((scope) => /(^|\/)calendars\.read(write)?$/i.test(scope)),
      // A person who is signed in with several accounts chooses the one whose calendar is connected.
      parameters: { prompt: 'select_account' },
      accountEmail: microsoftAccount({ urls, clock, fetch }),
      consentFailure,
      grantLostCode,
    },
    client,
    clock,
    fetch,
  });

/**
 * Only an administrator may consent (90093, 90094, 90095, 900941), or an administrator has to consent first (65001,
 * 650052): https://learn.microsoft.com/entra/identity-platform/reference-error-codes.
 */
const ADMIN_CONSENT_REQUIRED = [65001, 650052, 90093, 90094, 90095, 900941];
/** The person declined the consent. */
const DECLINED = [65004];

function consentFailure(error: OAuthError): ConsentFailure {
  const hasCode = (codes: readonly number[]) => microsoftCodes(error).some((code) => codes.includes(code));
  if (hasCode(DECLINED)) return 'denied';
  if (hasCode(ADMIN_CONSENT_REQUIRED) || error.code === 'consent_required') return 'admin_consent_required';
  return error.code === 'access_denied' ? 'denied' : 'provider_error';
}

const GRANT_LOST: Readonly<Record<number, GrantLostCode>> = {
  /** The grant was not used for 90 days, or exceeds the lifetime that the organization allows. */
  70008: 'grant_expired',
  70043: 'grant_expired',
  700082: 'grant_expired',
  700084: 'grant_expired',
  /** The account is disabled, deleted or blocked, or its organization does not exist. */
  50034: 'account_unavailable',
  50053: 'account_unavailable',
  50057: 'account_unavailable',
  53003: 'access_revoked',
  90002: 'account_unavailable',
  7000112: 'admin_consent_required',
  50105: 'admin_consent_required',
  90094: 'admin_consent_required',
};

/** Errors after which the person has to sign in again. */
const SIGN_IN_REQUIRED = ['invalid_grant', 'interaction_required', 'login_required', 'consent_required'];

function grantLostCode(error: OAuthError): GrantLostCode | undefined {
  const known = microsoftCodes(error).map((number) => GRANT_LOST[number]);
  const code = known.find((one) => one !== undefined);
  return code ?? (SIGN_IN_REQUIRED.includes(error.code) ? 'access_revoked' : undefined);
}
