import { createHash } from 'node:crypto';
import { SCRIPT_TEXT } from '#shared/api/page-kit/assets/script';
import { STYLE_TEXT } from '#shared/api/page-kit/assets/style';
import { pageNotFound } from '#shared/api/page-kit/page-error';
import type { PageContext } from '#shared/api/page-kit/page-kit';

/** A speaker and a transcript, in a colour with enough contrast in light and dark mode. */
const ICON_TEXT = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0550ae"/><circle cx="11" cy="12" r="4" fill="#fff"/><path d="M4 25a7 7 0 0 1 14 0z" fill="#fff"/><path d="M20 10h8M20 15h8M20 20h5" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/></svg>`;

/** The path contains a digest of the content, so that browsers can cache it forever. */
const pathOf = (name: string, extension: string, text: string): string =>
  `/assets/${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${extension}`;

export const STYLE = pathOf('style', 'css', STYLE_TEXT);
export const SCRIPT = pathOf('script', 'js', SCRIPT_TEXT);
export const ICON = pathOf('icon', 'svg', ICON_TEXT);

const ASSETS: ReadonlyMap<string, { readonly contentType: string; readonly text: string }> = new Map([
  [STYLE, { contentType: 'text/css; charset=utf-8', text: STYLE_TEXT }],
  [SCRIPT, { contentType: 'text/javascript; charset=utf-8', text: SCRIPT_TEXT }],
  [ICON, { contentType: 'image/svg+xml', text: ICON_TEXT }],
]);

/** GET /assets/{name} */
export function serveAsset(c: PageContext): Response {
  const asset = ASSETS.get(c.req.path);
  if (!asset) throw pageNotFound();
  return c.body(asset.text, 200, {
    'content-type': asset.contentType,
    'cache-control': 'public, max-age=31536000, immutable',
  });
}
