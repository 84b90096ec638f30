import { percentDecoded } from '#shared/meetings/rules/link-spelling';

const LAYERS = 3;

/**
 * Removes what mail programs wrap around links: up to three layers, each a percent-encoding of the whole or a
 * redirector such as Outlook's safe links. Undefined where the encoding is broken or goes deeper.
 */
export function undisguised(text: string): string | undefined {
  let link: string | undefined = text;
  for (let layer = 0; layer < LAYERS && link !== undefined; layer += 1) {
    const inner = innerLink(link);
    if (inner === 'none') return link;
    link = inner;
  }
  return link === undefined || innerLink(link) === 'none' ? link : undefined;
}

/** The link inside, `none` where this is not wrapped, undefined where what is inside cannot be read. */
function innerLink(link: string): string | 'none' | undefined {
  if (isEncodedWhole(link)) return percentDecoded(link);
  const url = URL.parse(link) ?? undefined;
  if (url?.protocol !== 'https:') return 'none';
  return wrappedIn(url) ?? 'none';
}

/** The colon after the scheme is encoded, or the question mark of the query, or the equals sign of its parameters. */
function isEncodedWhole(link: string): boolean {
  if (/^https?%(?:25){0,3}3a/i.test(link)) return true;
  const [beforeFragment = ''] = link.split('#', 1);
  const question = beforeFragment.indexOf('?');
  const path = question < 0 ? beforeFragment : beforeFragment.slice(0, question);
  if (/%(?:25){0,3}3f/i.test(path)) return true;
  const query = question < 0 ? '' : beforeFragment.slice(question);
  return !query.includes('=') && /%(?:25){0,3}3d/i.test(query);
}

interface Wrapper {
  readonly host: RegExp;
  readonly path: RegExp;
  /** Names of the parameter that holds the link. */
  readonly parameters: readonly string[];
}

const WRAPPERS: readonly Wrapper[] = [
  { host: /(?:^|\.)safelinks\.protection\.(?:outlook\.com|office365\.us)$/, path: /^\//, parameters: ['url'] },
  { host: /^statics\.teams\.cdn\.office\.net$/, path: /safelinks/, parameters: ['url'] },
  { host: /^(?:www\.)?google\.com$/, path: /^\/url$/, parameters: ['q', 'url'] },
  { host: /^slack-redir\.net$/, path: /^\/link$/, parameters: ['url'] },
  { host: /^linkprotect\.cudasvc\.com$/, path: /^\/url$/, parameters: ['a'] },
  { host: /^teams\.(?:microsoft|live)\.com$/, path: /^\/dl\/launcher\//, parameters: ['url'] },
];

function wrappedIn(url: URL): string | undefined {
  // The Teams page that offers to open the app keeps the meeting in its fragment.
  if (/^teams\.(?:microsoft|live)\.com$/.test(url.hostname) && /^\/_?$/.test(url.pathname) && /^#\/./.test(url.hash))
    return url.origin + url.hash.slice(1);
  const wrapper = WRAPPERS.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
  const inside = wrapper?.parameters.map((name) => url.searchParams.get(name)).find((value) => value);
  if (!inside) return undefined;
  return inside.startsWith('/') ? url.origin + inside : inside;
}
