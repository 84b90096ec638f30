/** Long enough for any page of ours with its query. */
const LONGEST = 500;

/** Visible ASCII without a backslash, which browsers read as a slash. */
const PATH = /^\/[!-[\]-~]*$/;

const ANY_HOST = 'https://here.invalid';

/**
 * A path of ours, with its query, that came from outside: where to go on after signing in. Undefined for all that leads
 * elsewhere, however it is disguised.
 */
export function ownPath(text: string | undefined): string | undefined {
  if (text === undefined || text.length > LONGEST || !PATH.test(text)) return undefined;
  const url = URL.parse(text, ANY_HOST);
  if (url?.origin !== ANY_HOST) return undefined;
  // `/..//elsewhere` is `//elsewhere` once its dots are gone.
  const path = `${url.pathname}${url.search}`;
  return path.startsWith('//') ? undefined : path;
}
