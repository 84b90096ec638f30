import { createHash } from 'node:crypto';
import { ICON_TEXT } from '#shared/page-kit/assets/icon';
import { SCRIPT_TEXT } from '#shared/page-kit/assets/script';
import { STYLE_TEXT } from '#shared/page-kit/assets/style';

export interface Asset {
  readonly contentType: string;
  readonly text: string;
}

/** The name carries a digest of the content, so that what is cached for good is never out of date. */
const named = (name: string, ending: string, text: string): string =>
  `/assets/${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${ending}`;

/** Paths, as pages write them. */
export const STYLE = named('style', 'css', STYLE_TEXT);
export const SCRIPT = named('script', 'js', SCRIPT_TEXT);
export const ICON = named('icon', 'svg', ICON_TEXT);

const ASSETS: ReadonlyMap<string, Asset> = new Map([
  [STYLE, { contentType: 'text/css; charset=utf-8', text: STYLE_TEXT }],
  [SCRIPT, { contentType: 'text/javascript; charset=utf-8', text: SCRIPT_TEXT }],
  [ICON, { contentType: 'image/svg+xml', text: ICON_TEXT }],
]);

export const assetAt = (path: string): Asset | undefined => ASSETS.get(path);
