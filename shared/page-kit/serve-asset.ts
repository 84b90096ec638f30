import { assetAt } from '#shared/page-kit/assets';
import type { PageContext } from '#shared/page-kit/page-kit';
import { nothingHere } from '#shared/page-kit/trouble';

/** GET /assets/{name}: its name changes with its content, so nobody has to ask for it twice. */
export const serveAsset = (c: PageContext): Response => {
  const asset = assetAt(c.req.path);
  if (!asset) throw nothingHere();
  return c.body(asset.text, 200, {
    'content-type': asset.contentType,
    'cache-control': 'public, max-age=31536000, immutable',
  });
};
