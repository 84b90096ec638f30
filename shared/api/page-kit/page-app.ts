import { Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { asPageError, defectLocation, internalError, pageNotFound } from '#shared/api/page-kit/page-error';
import type { PageContext, PageEnv, PageHandler, PageKit } from '#shared/api/page-kit/page-kit';
import { readForm } from '#shared/api/page-kit/read-form';
import { renderError } from '#shared/api/page-kit/render';
import { contentSecurityPolicy, SECURITY_HEADERS } from '#shared/api/page-kit/security-headers';
import { isAwsError } from '#shared/foundation/core/error-name';

interface PageAppOptions {
  /**
   * `protected` by default: a form carries a CSRF token. `open`: any site may post, and no form is read. Only for pages
   * without cookies, whose links authorize by themselves.
   */
  readonly forms?: 'protected' | 'open';
  /**
   * While the deployment is read-only. `refused` by default: every method but GET and HEAD is a 503. `allowed`: for what a
   * person or an agent needs in order to read, such as a sign-in.
   */
  readonly writes?: 'refused' | 'allowed';
}

/** A Hono app with the middleware that all pages share; page-kit.ts shows how to add pages. */
export function pageApp(kit: PageKit, { forms = 'protected', writes = 'refused' }: PageAppOptions = {}): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.use(requestLog(kit));
  app.use(securityHeaders);
  if (writes === 'refused') app.use(refuseWrites);
  if (forms === 'protected') app.use(readForm);
  app.notFound((c) => renderError(c, pageNotFound()));
  app.onError((error, c) => renderError(c, asPageError(error) ?? internalError()));
  return app;
}

/** Registers pages with the dependencies of their folder, behind a middleware such as `requireSession`. */
export const pageRoutes = <Dependencies>(
  pages: Hono<PageEnv>,
  dependencies: Dependencies,
  guard: MiddlewareHandler<PageEnv> = (_, next) => next(),
) => ({
  get: (path: string, page: PageHandler<Dependencies>) => pages.get(path, guard, (c) => page(dependencies, c)),
  post: (path: string, page: PageHandler<Dependencies>) => pages.post(path, guard, (c) => page(dependencies, c)),
});

/** The outermost middleware: writes one log line for every request, failed ones included. */
const requestLog =
  (kit: PageKit): MiddlewareHandler<PageEnv> =>
  async (c, next) => {
    const startedAt = kit.clock.now();
    c.set('kit', kit);
    c.set('requestId', c.env?.requestContext?.requestId ?? Buffer.from(kit.randomBytes(12)).toString('base64url'));
    await next();
    c.header('x-request-id', c.var.requestId);
    kit.log({
      message: 'request',
      requestId: c.var.requestId,
      operation: operationOf(c),
      status: c.res.status,
      userId: c.get('user')?.id,
      addressHash: addressHash(c),
      durationMs: kit.clock.now() - startedAt,
      ...(c.error && (isAwsError(c.error) || !asPageError(c.error)) && { defect: defectLocation(c.error) }),
    });
  };

const refuseWrites: MiddlewareHandler<PageEnv> = async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') await c.var.kit.refuseWhileReadOnly();
  await next();
};

/** The hash of the visitor's address, which the log and the limits know them by. */
export const addressHash = (c: PageContext): string => c.var.kit.addressHashOf(...connectionOf(c));

/** The hash of the visitor's address block, for limits. */
export const blockHash = (c: PageContext): string => c.var.kit.blockHashOf(...connectionOf(c));

const connectionOf = (c: PageContext) =>
  [c.env?.requestContext?.http?.sourceIp ?? '', c.req.header('x-forwarded-for')] as const;

const securityHeaders: MiddlewareHandler<PageEnv> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
  const framed = c.get('framedHeaders');
  c.header('content-security-policy', contentSecurityPolicy(c.var.kit, c.get('cspSources')));
  for (const [name, value] of Object.entries(framed ?? {})) c.header(name, value);
  // Assets set their own.
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
};

/** The caller chooses the method: an unknown one stays out of the log. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function operationOf(c: PageContext): string {
  const method = METHODS.includes(c.req.method) ? c.req.method : 'another method';
  const path = routePath(c, -1).replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}');
  return path.includes('*') ? `${method} (no page)` : `${method} ${path}`;
}
