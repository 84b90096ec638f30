import { Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { PageContext, PageEnv, PageKit } from '#shared/page-kit/page-kit';
import { contentSecurityPolicy, HEADERS } from '#shared/page-kit/policy';
import { readForm } from '#shared/page-kit/read-form';
import { showTrouble } from '#shared/page-kit/show';
import { nothingHere, somethingBroke, troubleIn, whereOf } from '#shared/page-kit/trouble';

/** An app to which pages are added: page-kit.ts says how. */
export function pageApp(kit: PageKit): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.use(noted(kit));
  app.use(withHeaders);
  app.use(readForm);
  app.notFound((c) => showTrouble(c, nothingHere()));
  app.onError((error, c) => showTrouble(c, troubleIn(error) ?? somethingBroke()));
  return app;
}

/** Outermost: every request leaves one line, whatever became of it. */
const noted =
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
      userId: c.get('person')?.id,
      durationMs: kit.clock.now() - startedAt,
      ...(c.error && !troubleIn(c.error) && { defect: whereOf(c.error) }),
    });
  };

const withHeaders: MiddlewareHandler<PageEnv> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
  c.header('content-security-policy', contentSecurityPolicy(c.var.kit, c.get('widened')));
  // What is not made for one person says so itself.
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
};

/** A method is written by the caller: any other word stays out of the log. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function operationOf(c: PageContext): string {
  const method = METHODS.includes(c.req.method) ? c.req.method : 'another method';
  const path = routePath(c, -1).replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}');
  return path.includes('*') ? `${method} (no page)` : `${method} ${path}`;
}
