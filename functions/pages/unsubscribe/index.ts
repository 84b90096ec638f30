import { readUnsubscribeToken, UNSUBSCRIBE_KEY, UNSUBSCRIBE_PATH } from '#shared/accounts/mail/unsubscribe-links';
import { pageApp, pageRoutes } from '#shared/api/page-kit/page-app';
import { storedKey } from '#shared/foundation/dynamodb/deployment-key';
import { type PageContext, servedPages } from '#shared/wiring/pages';
import { confirmPage, unsubscribe } from './unsubscribe-page.ts';

/**
 * The page behind the link in every mail. The link authorizes by its signature, and mail clients post to it (RFC 8058),
 * so its form has no CSRF token and the page reads no cookie.
 */
export function unsubscribePages(context: PageContext) {
  const pages = pageApp(context.kit, { forms: 'open', writes: 'allowed' });
  const readToken = readUnsubscribeToken(storedKey(UNSUBSCRIBE_KEY, context));
  const { get, post } = pageRoutes(pages, { ...context, readToken });
  get(UNSUBSCRIBE_PATH, confirmPage);
  post(UNSUBSCRIBE_PATH, unsubscribe);
  return pages;
}

export const handler = servedPages(unsubscribePages);
