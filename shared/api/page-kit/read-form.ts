import type { MiddlewareHandler } from 'hono';
import { expectedFormToken, isSameText } from '#shared/api/page-kit/cookies';
import { PageError } from '#shared/api/page-kit/page-error';
import type { PageContext, PageEnv } from '#shared/api/page-kit/page-kit';

/** The hidden field of every form that carries the CSRF token. */
export const TOKEN_FIELD = '_token';

/** The largest form corrects a segment of 10,000 characters, each of at most twelve bytes in a form. */
const MAX_BYTES = 128 * 1024;

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** Reads a submitted form. Refuses it unless it comes from these pages and carries the CSRF token of this browser. */
export const readForm: MiddlewareHandler<PageEnv> = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  if (c.req.method !== 'POST') throw invalidForm(405, 'These pages accept GET and POST requests only.');
  if (!isSameOrigin(c)) throw expiredForm();
  const fields = await fieldsIn(c);
  const expected = expectedFormToken(c);
  if (expected === undefined || !isSameText(fields.get(TOKEN_FIELD) ?? '', expected)) throw expiredForm();
  c.set('formFields', fields);
  return next();
};

/** By `Sec-Fetch-Site`; by `Origin` for browsers that do not send it. */
function isSameOrigin(c: PageContext): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  return origin === undefined || origin === new URL(c.var.kit.appUrl).origin;
}

async function fieldsIn(c: PageContext): Promise<ReadonlyMap<string, string>> {
  if (!FORM.test(c.req.header('content-type') ?? '')) throw invalidForm(415, 'The request body must be an HTML form.');
  if (Number(c.req.header('content-length') ?? 0) > MAX_BYTES) throw tooLarge();
  const bytes = await c.req.arrayBuffer();
  if (bytes.byteLength > MAX_BYTES) throw tooLarge();
  const pairs = [...new URLSearchParams(new TextDecoder().decode(bytes))];
  const fields = new Map(pairs);
  if (fields.size !== pairs.length) throw invalidForm(400, 'A form field was sent more than once.');
  return fields;
}

const invalidForm = (status: 400 | 405 | 413 | 415, message: string) =>
  new PageError({ status, title: 'Invalid request', message });

const tooLarge = () => invalidForm(413, 'The form is too large.');

const expiredForm = () =>
  new PageError({
    status: 403,
    title: 'This form has expired',
    message:
      'It was open for too long, or it was not sent from this site. Go back, reload the page and submit it again.',
  });
