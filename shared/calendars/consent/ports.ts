import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import type { Instant } from '#shared/foundation/core/time';

/**
 * A provider's OAuth 2 authorization server: code flow with PKCE (RFC 7636), offline access. Beside what each says,
 * every call throws `ProviderNotSetUp`, and every call but `begin` `ProviderThrottled` and `ProviderDown`. No message
 * of theirs holds a code, a token, or what a provider wrote.
 */
export interface ConsentProvider {
  /** Whether `access` may replace the refresh token: then one request at a time may be made, and its result is saved. */
  readonly rotatesGrants: boolean;
  /** Where the person is sent. */
  begin(asked: AskedConsent): Promise<string>;
  /** What their return grants. Throws `ConsentFailed`. */
  finish(returned: ReturnedConsent): Promise<Grant>;
  /** A fresh access token. Throws `GrantLost`. */
  access(refreshToken: string): Promise<Access>;
  /**
   * Gives the grant back; one that is gone already is no error, and where a provider offers no such call nothing
   * happens. It may end every grant of that account to this deployment, also those of its other connections.
   */
  revoke(refreshToken: string): Promise<void>;
}

export interface ConsentSecrets {
  /** Bound to the browser and good for one return. */
  readonly state: string;
  readonly codeVerifier: string;
  /** Comes back in the id token. */
  readonly nonce: string;
  readonly redirectUri: string;
}

export interface AskedConsent extends ConsentSecrets {
  /** Fills in the account at the provider's sign-in. */
  readonly loginHint: string | null;
}

export interface ReturnedConsent extends ConsentSecrets {
  /** The whole address that the person came back to, query included. */
  readonly url: string;
}

export interface Grant extends Access {
  readonly accountEmail: string;
  readonly refreshToken: string;
}

export interface Access {
  readonly accessToken: string;
  readonly expiresAt: Instant;
  /** A new one that takes the old one's place, where the provider rotates them (Microsoft does). */
  readonly refreshToken?: string;
}

/** Why there is no grant; the page has a sentence for each. */
export type ConsentFailure =
  /** The person said no. */
  | 'denied'
  /** A box left unticked: without the calendar there is nothing to sync. */
  | 'missing_scope'
  /** The organization lets only its administrators consent. */
  | 'admin_consent_required'
  /** A shared or resource mailbox (422 `shared_account`). */
  | 'shared_account'
  /** No answer or one that makes no sense. */
  | 'provider_error';

export class ConsentFailed extends Error {
  override readonly name = 'ConsentFailed';
  readonly reason: ConsentFailure;

  constructor(reason: ConsentFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * This deployment has no OAuth client at that provider, or one that is refused there: its operator has to change that.
 * The grants of members are not affected.
 */
export class ProviderNotSetUp extends Error {
  override readonly name = 'ProviderNotSetUp';
}

/** The OAuth client of this deployment at a calendar provider, registered once by the operator. */
export interface ProviderClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface ProviderClients {
  /** Whether there is one, without opening its secret. */
  has(provider: CalendarProviderName): Promise<boolean>;
  find(provider: CalendarProviderName): Promise<ProviderClient | undefined>;
  /** Takes the place of the one before. */
  save(provider: CalendarProviderName, client: ProviderClient): Promise<void>;
}
