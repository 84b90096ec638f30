import { connectorOf, MEETINGS_READ, OAUTH_PATHS } from '#shared/accounts/oauth/scopes';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import type { OauthPage } from './dependencies.ts';

/** GET /.well-known/oauth-authorization-server: RFC 8414. */
export const serverMetadata: OauthPage = ({ kit: { appUrl } }, c) =>
  publicJson(c, {
    issuer: appUrl,
    authorization_endpoint: `${appUrl}${OAUTH_PATHS.authorization}`,
    token_endpoint: `${appUrl}${OAUTH_PATHS.token}`,
    registration_endpoint: `${appUrl}${OAUTH_PATHS.registration}`,
    revocation_endpoint: `${appUrl}${OAUTH_PATHS.revocation}`,
    scopes_supported: [MEETINGS_READ],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    // RFC 9207.
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });

/** GET /.well-known/oauth-protected-resource/mcp: RFC 9728. */
export const resourceMetadata: OauthPage = ({ kit: { appUrl } }, c) =>
  publicJson(c, {
    resource: connectorOf(appUrl),
    authorization_servers: [appUrl],
    scopes_supported: [MEETINGS_READ],
    bearer_methods_supported: ['header'],
    resource_name: 'Rapporteur',
  });

const publicJson = (c: PageContext, document: object): Response =>
  c.json(document, 200, { 'cache-control': 'public, max-age=300' });
