import { parseUrl } from '#shared/foundation/core/url';

/** Long enough for the path and query of any page. */
const MAX_CHARACTERS = 500;

/** Visible ASCII without a backslash, which browsers read as a slash. */
const PATH = /^\/[!-[\]-~]*$/;

const ANY_ORIGIN = 'https://here.invalid';

/** Checks a redirect target from outside. Returns its path and query; undefined when it leads to another site. */
export function localPath(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_CHARACTERS || !PATH.test(text)) return undefined;
  const url = parseUrl(text, ANY_ORIGIN);
  if (url?.origin !== ANY_ORIGIN) return undefined;
  // Without its dot segments `/..//elsewhere` is `//elsewhere`.
  const path = `${url.pathname}${url.search}`;
  return path.startsWith('//') ? undefined : path;
}
