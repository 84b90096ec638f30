import { microsoftAccount } from '#shared/calendars/consent/microsoft-account';
import { oauthConsent } from '#shared/calendars/consent/oauth-consent';
import { microsoftCodes, type OAuthRefusal } from '#shared/calendars/consent/oauth-failure';
import type { ConsentFailure, ConsentProvider } from '#shared/calendars/consent/ports/consent-provider';
import type { ProviderClient } from '#shared/calendars/consent/ports/provider-clients';
import type { MicrosoftSite } from '#shared/calendars/microsoft/microsoft-site';
import type { Fetch } from '#shared/calendars/requests/ask';
import type { GrantLostCode } from '#shared/calendars/sync/ports/calendar-provider';
import type { Clock } from '#shared/core/clock';

interface Needs {
  readonly site: MicrosoftSite;
  readonly client: () => Promise<ProviderClient | undefined>;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

/**
 * Consent to a Microsoft account's calendar, of an organization or a person's own. Microsoft has no call that gives a
 * grant back: people do that at https://myaccount.microsoft.com, organizations among their enterprise applications.
 */
export const microsoftConsent = ({ site, client, clock, fetch }: Needs): ConsentProvider =>
  oauthConsent({
    dialect: {
      who: 'Microsoft',
      server: site,
      scopes: ['openid', 'email', 'offline_access', 'User.Read', 'Calendars.Read'],
      isEnough: (granted) => granted.some((scope) => /(^|\/)calendars\.read(write)?$/i.test(scope)),
      // Whoever is signed in with several accounts is asked for which: one calendar is connected, not any.
      parameters: { prompt: 'select_account' },
      accountEmail: microsoftAccount({ site, clock, fetch }),
      whyNotGranted,
      whyLost,
    },
    client,
    clock,
    fetch,
  });

/**
 * https://learn.microsoft.com/entra/identity-platform/reference-error-codes. An organization's policy leaves consent to
 * its administrators (90094, 90093, 90095, 900941), or somebody has to consent before this person can (65001).
 */
const BY_ADMINISTRATORS = [65001, 650052, 90093, 90094, 90095, 900941];
/** 65004 the person declined. */
const DECLINED = [65004];

function whyNotGranted(refusal: OAuthRefusal): ConsentFailure {
  const saidAny = (codes: readonly number[]) => microsoftCodes(refusal).some((code) => codes.includes(code));
  if (saidAny(DECLINED)) return 'denied';
  if (saidAny(BY_ADMINISTRATORS) || refusal.error === 'consent_required') return 'admin_consent_required';
  return refusal.error === 'access_denied' ? 'denied' : 'provider_error';
}

const LOST: Readonly<Record<number, GrantLostCode>> = {
  /** Not used for 90 days, or older than the organization lets a grant become. */
  70008: 'grant_expired',
  70043: 'grant_expired',
  700082: 'grant_expired',
  700084: 'grant_expired',
  /** The account is disabled, deleted or blocked, or its organization is not there. */
  50034: 'account_unavailable',
  50053: 'account_unavailable',
  50057: 'account_unavailable',
  53003: 'access_revoked',
  90002: 'account_unavailable',
  7000112: 'admin_consent_required',
  50105: 'admin_consent_required',
  90094: 'admin_consent_required',
};

/** `interaction_required` and its like: only the person can go on, at a sign-in. */
const NEEDS_PERSON = ['invalid_grant', 'interaction_required', 'login_required', 'consent_required'];

function whyLost(refusal: OAuthRefusal): GrantLostCode | undefined {
  const known = microsoftCodes(refusal).map((code) => LOST[code]);
  const code = known.find((one) => one !== undefined);
  return code ?? (NEEDS_PERSON.includes(refusal.error) ? 'access_revoked' : undefined);
}
