/**
 * Where Microsoft is: accounts of every organization and personal ones (the tenant `common`), as
 * https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration says.
 */
export interface MicrosoftSite {
  /** `{tenantid}` stands for the account's own tenant, which the id token names in `tid`. */
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly keys: string;
  /** Root of Graph v1.0. */
  readonly graph: string;
}

/** The real one, or a test provider that has all of it at one origin, under the same paths. */
export const microsoftSite = (origin?: string): MicrosoftSite => {
  const login = origin ?? 'https://login.microsoftonline.com';
  return {
    issuer: `${login}/{tenantid}/v2.0`,
    authorize: `${login}/common/oauth2/v2.0/authorize`,
    token: `${login}/common/oauth2/v2.0/token`,
    keys: `${login}/common/discovery/v2.0/keys`,
    graph: `${origin ?? 'https://graph.microsoft.com'}/v1.0`,
  };
};
