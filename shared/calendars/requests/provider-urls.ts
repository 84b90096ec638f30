/** Google's endpoints, from its discovery document (https://accounts.google.com/.well-known/openid-configuration). */
export interface GoogleUrls {
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly revoke: string;
  readonly keys: string;
  /** Base URL of Calendar v3. */
  readonly calendar: string;
}

/** The endpoints of Google, or of a test provider that has all of them at one origin, under the same paths. */
export const googleUrls = (origin?: string): GoogleUrls => ({
  issuer: origin ?? 'https://accounts.google.com',
  authorize: `${origin ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
  token: `${origin ?? 'https://oauth2.googleapis.com'}/token`,
  revoke: `${origin ?? 'https://oauth2.googleapis.com'}/revoke`,
  keys: `${origin ?? 'https://www.googleapis.com'}/oauth2/v3/certs`,
  calendar: `${origin ?? 'https://www.googleapis.com'}/calendar/v3`,
});

/**
 * Microsoft's endpoints for the accounts of every organization and personal accounts (the tenant `common`), from
 * https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration.
 */
export interface MicrosoftUrls {
  /** `{tenantid}` stands for the tenant of the account, the claim `tid` of its id token. */
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly keys: string;
  /** Base URL of Graph v1.0. */
  readonly graph: string;
}

/** The endpoints of Microsoft, or of a test provider that has all of them at one origin, under the same paths. */
export const microsoftUrls = (origin?: string): MicrosoftUrls => {
  const login = origin ?? 'https://login.microsoftonline.com';
  return {
    issuer: `${login}/{tenantid}/v2.0`,
    authorize: `${login}/common/oauth2/v2.0/authorize`,
    token: `${login}/common/oauth2/v2.0/token`,
    keys: `${login}/common/discovery/v2.0/keys`,
    graph: `${origin ?? 'https://graph.microsoft.com'}/v1.0`,
  };
};
