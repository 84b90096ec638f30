import { cors } from 'hono/cors';
import { DOCUMENT_MAX_BYTES } from '#shared/accounts/oauth/authorization-server';
import { OAUTH_PATHS } from '#shared/accounts/oauth/scopes';
import { pageApp, pageRoutes } from '#shared/api/page-kit/page-app';
import { readForm } from '#shared/api/page-kit/read-form';
import { requireSession } from '#shared/api/page-kit/session';
import { resolveName } from '#shared/webhooks/addresses/resolve-name';
import { servedPages } from '#shared/wiring/pages';
import { publicFetch } from '#shared/wiring/public-fetch';
import { authorize, resume } from './authorize.ts';
import { consentPage, decide } from './consent-page.ts';
import { type OauthContext, oauthDependencies } from './dependencies.ts';
import { resourceMetadata, serverMetadata } from './metadata.ts';
import { register } from './register.ts';
import { revoke, token } from './token.ts';

/** What programs ask for, those inside a page of another origin too. Browsers go to the other paths themselves. */
const FOR_CLIENTS = [
  [OAUTH_PATHS.serverMetadata, 'GET'],
  [OAUTH_PATHS.resourceMetadata, 'GET'],
  [OAUTH_PATHS.registration, 'POST'],
  [OAUTH_PATHS.token, 'POST'],
  [OAUTH_PATHS.revocation, 'POST'],
] as const;

/** CORS without credentials: none of these paths reads a cookie, and a code is worth nothing without its verifier. */
const forAnyOrigin = (method: 'GET' | 'POST') =>
  cors({ origin: '*', allowMethods: [method], exposeHeaders: ['Retry-After', 'WWW-Authenticate'], maxAge: 3600 });

/**
 * The authorization server of the connector. Programs post to it from anywhere, so only the form of the consent page has a
 * CSRF token. What redirects to clients requires a signed-in user.
 */
export function oauthPages(context: OauthContext) {
  const pages = pageApp(context.kit, { forms: 'open', writes: 'allowed' });
  const oauth = oauthDependencies(context);
  const { get, post } = pageRoutes(pages, oauth);
  for (const [path, method] of FOR_CLIENTS) pages.use(path, forAnyOrigin(method));
  get(OAUTH_PATHS.serverMetadata, serverMetadata);
  get(OAUTH_PATHS.resourceMetadata, resourceMetadata);
  get(OAUTH_PATHS.authorization, authorize);
  post(OAUTH_PATHS.registration, register);
  post(OAUTH_PATHS.token, token);
  post(OAUTH_PATHS.revocation, revoke);
  const consent = `${OAUTH_PATHS.consent}/:consent`;
  pages.use(consent, readForm);
  const forms = pageRoutes(pages, oauth, requireSession);
  forms.get(consent, consentPage);
  forms.post(consent, decide);
  forms.get(`${OAUTH_PATHS.authorization}/:consent`, resume);
  return pages;
}

export const handler = servedPages((context) =>
  oauthPages({
    ...context,
    fetchDocument: publicFetch({
      ...context,
      lookUp: resolveName,
      mostRedirects: 0,
      mostWireBytes: DOCUMENT_MAX_BYTES,
    }),
  }),
);
