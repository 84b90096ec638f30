import type { Hono } from 'hono';
import { handle, type LambdaContext, type LambdaEvent } from 'hono/aws-lambda';
import { sessionStore } from '#shared/accounts/identity/sessions-store';
import { users } from '#shared/accounts/identity/store';
import type { AppContext } from '#shared/api/http/ports';
import type { PageEnv, PageKit } from '#shared/api/page-kit/page-kit';
import { callerAddress, callerBlock } from '#shared/foundation/http/request/caller-address';
import { envOr, requiredEnv } from '#shared/foundation/platform/environment';
import { accessLog } from '#shared/wiring/from-environment';
import { served } from '#shared/wiring/served';

/** What hosted pages are made of: all that endpoints have, and the kit. */
export interface PageContext extends AppContext {
  readonly kit: PageKit;
}

/** The same in the cloud, in a test and behind a socket; `appUrl` is the pages' origin. */
export const withKit = (context: AppContext, more: Pick<PageKit, 'appUrl' | 'formAction' | 'log'>): PageContext => ({
  ...context,
  kit: {
    clock: context.clock,
    randomBytes: context.randomBytes,
    sessions: sessionStore(context.table),
    findUser: (id) => users.find(context.table, id),
    addressHashOf: (sourceIp, forwarded) =>
      callerAddress({ sourceIp, headers: { 'x-forwarded-for': forwarded } }, context.proxies ?? 0),
    blockHashOf: (sourceIp, forwarded) =>
      callerBlock({ sourceIp, headers: { 'x-forwarded-for': forwarded } }, context.proxies ?? 0),
    refuseWhileReadOnly: context.refuseWhileReadOnly,
    admit: context.workLimit.admit,
    ...more,
  },
});

/** The handler of a folder of pages. */
export const servedPages = (make: (context: PageContext) => Hono<PageEnv>) =>
  served((context) => {
    const pages = withKit(context, pageKitFromEnvironment());
    return answering(make(pages), pages);
  });

/** Under the name by which people know the pages. The gateway's own is another, and the emulator's is none that a URL takes. */
export function answering(pages: Hono<PageEnv>, { kit, workLimit }: Pick<PageContext, 'kit' | 'workLimit'>) {
  const answer = handle(pages);
  const domainName = new URL(kit.appUrl).host;
  return (event: PageEvent, context?: LambdaContext) => {
    const heard = readable(event);
    const named = { ...heard, requestContext: { ...heard.requestContext, domainName } };
    return workLimit.measure(() => answer(named, context));
  };
}

const pageKitFromEnvironment = (): Pick<PageKit, 'appUrl' | 'formAction' | 'log'> => ({
  appUrl: requiredEnv('appUrl'),
  // Every page has a sign-out form, which redirects there.
  formAction: [envOr('signInUrl', '')].filter(Boolean),
  log: accessLog,
});

/** What the gateway hands over for a page. */
type PageEvent = Extract<LambdaEvent, { readonly rawPath: string }>;

/** Of what a request of the platform can be made; any other method no page has either. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const WITHOUT_BODY = ['GET', 'HEAD'];

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** No page reads a header or a cookie with anything else in it. */
const VALUE = /^[\t -~]*$/;

/**
 * The event without what no request can be made of: a body to a GET, a method or a header that is none. What remains is
 * answered by pages, with their headers and their line in the log. Else the adapter would fail, answer by itself, and log
 * why, quoting the header.
 */
function readable(event: PageEvent): PageEvent {
  const { http } = event.requestContext;
  const method = METHODS.includes(http.method) ? http.method : 'OPTIONS';
  return {
    ...event,
    requestContext: { ...event.requestContext, http: { ...http, method } },
    headers: Object.fromEntries(
      Object.entries(event.headers).filter(([name, value]) => NAME.test(name) && VALUE.test(value ?? '')),
    ),
    ...(event.cookies && { cookies: event.cookies.filter((cookie) => VALUE.test(cookie)) }),
    body: WITHOUT_BODY.includes(method) ? null : event.body,
  };
}
