import { assetAt } from '#shared/pages/assets';
import type { PageContext } from '#shared/pages/page-kit';
import { nothingHere } from '#shared/pages/trouble';

/** GET /assets/{name}: its name changes with its content, so nobody has to ask for it twice. */
export const serveAsset = (c: PageContext): Response => {
  const asset = assetAt(c.req.path);
  if (!asset) throw nothingHere();
  return c.body(asset.text, 200, {
    'content-type': asset.contentType,
    'cache-control': 'public, max-age=31536000, immutable',
  });
};
