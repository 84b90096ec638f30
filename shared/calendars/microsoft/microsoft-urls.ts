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
