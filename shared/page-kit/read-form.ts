import type { MiddlewareHandler } from 'hono';
import { expectedFormToken } from '#shared/page-kit/browser';
import type { PageContext, PageEnv } from '#shared/page-kit/page-kit';
import { sameText } from '#shared/page-kit/secrets';
import { Trouble } from '#shared/page-kit/trouble';

/** Name of the field that every form of ours has. */
export const TOKEN_FIELD = '_token';

/** Many times what any of our forms can hold. */
const LARGEST_BYTES = 64 * 1024;

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** Reads the form that was sent, and refuses it unless a page of ours made it for this very browser. */
export const readForm: MiddlewareHandler<PageEnv> = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  if (c.req.method !== 'POST') throw refused(405, 'Pages are read and their forms are sent; there is nothing else.');
  if (!isFromOurPages(c)) throw foreign();
  const fields = await fieldsIn(c);
  const expected = expectedFormToken(c);
  if (expected === undefined || !sameText(fields.get(TOKEN_FIELD) ?? '', expected)) throw foreign();
  c.set('fields', fields);
  return next();
};

/** The browser's own word, where it gives it. `Origin` is the older of the two and as good. */
function isFromOurPages(c: PageContext): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  return origin === undefined || origin === new URL(c.var.kit.appUrl).origin;
}

async function fieldsIn(c: PageContext): Promise<ReadonlyMap<string, string>> {
  if (!FORM.test(c.req.header('content-type') ?? '')) throw refused(415, 'This page takes its own form alone.');
  if (Number(c.req.header('content-length') ?? 0) > LARGEST_BYTES) throw tooLarge();
  const bytes = await c.req.arrayBuffer();
  if (bytes.byteLength > LARGEST_BYTES) throw tooLarge();
  const pairs = [...new URLSearchParams(new TextDecoder().decode(bytes))];
  const fields = new Map(pairs);
  if (fields.size !== pairs.length) throw refused(400, 'A field of the form was sent more than once.');
  return fields;
}

const refused = (status: 400 | 405 | 413 | 415, words: string) =>
  new Trouble({ status, title: 'That could not be read', words });

const tooLarge = () => refused(413, 'The form is larger than this page takes.');

const foreign = () =>
  new Trouble({
    status: 403,
    title: 'This form is no longer valid',
    words:
      'It was open for too long, or it did not come from this site. Go back, load the page again, and send it once more.',
  });
