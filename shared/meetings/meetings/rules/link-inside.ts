import { platformOfHost } from '#shared/foundation/core/platform';
import { parseUrl } from '#shared/foundation/core/url';
import { base64Text, checkPointLink, sophosLink, teamsBrowserLink } from '#shared/meetings/meetings/rules/coded-link';
import { percentDecoded } from '#shared/meetings/meetings/rules/link-spelling';

/** What a link has inside, one layer of it. */
export interface LinksInside {
  /** Empty where nothing is wrapped. */
  readonly links: readonly string[];
  /** The outer link is nothing but a wrapping; any other may also be a link of its own that only names another. */
  readonly isWrapper: boolean;
}

/** One is usual; a form filled in by a link has a few. */
const MOST_CARRIED = 5;

/** Percent-encoding of the whole, or what mail programs, security gateways and redirectors carry inside their links. */
export function linksInside(link: string): LinksInside {
  if (/^https?%(?:25){0,3}3a/i.test(link)) return wrapping(percentDecoded(link));
  if (isEncodedInPart(link)) return { links: found(percentDecoded(link)), isWrapper: false };
  const url = parseUrl(link);
  if (url === null || !/^https?:$/.test(url.protocol)) return NOTHING;
  const wrapper = WRAPPERS.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
  if (wrapper) return wrapping(wrapper.inside(url, link));
  if (platformOfHost(url.hostname) !== null) return NOTHING;
  const carried = [...url.searchParams.values()].filter((value) => /^https?(?::|%)/i.test(value));
  return { links: carried.slice(0, MOST_CARRIED), isWrapper: false };
}

const NOTHING: LinksInside = { links: [], isWrapper: false };
const found = (link: string | undefined): readonly string[] => (link ? [link] : []);
const wrapping = (link: string | undefined): LinksInside => ({ links: found(link), isWrapper: true });

/** The question mark of the query is encoded, or the equals sign of its parameters. */
function isEncodedInPart(link: string): boolean {
  const [beforeFragment = ''] = link.split('#', 1);
  const question = beforeFragment.indexOf('?');
  const path = question < 0 ? beforeFragment : beforeFragment.slice(0, question);
  if (/%(?:25){0,3}3f/i.test(path) && !/\/https?%/i.test(path)) return true;
  const query = question < 0 ? '' : beforeFragment.slice(question);
  return !query.includes('=') && /%(?:25){0,3}3d/i.test(query);
}

interface Wrapper {
  readonly host: RegExp;
  readonly path: RegExp;
  readonly inside: (url: URL, link: string) => string | undefined;
}

/** The parameter that holds the link; one that begins with a slash is on the same host. */
const parameter =
  (...names: readonly string[]): Wrapper['inside'] =>
  (url) => {
    const value = names.map((name) => url.searchParams.get(name)).find(Boolean);
    return value?.startsWith('/') ? url.origin + value : (value ?? undefined);
  };

const TEAMS = /^teams\.(?:microsoft|live)\.com$|^teams\.cloud\.microsoft$|^(?:gov|dod)\.teams\.microsoft\.us$/;

const WRAPPERS: readonly Wrapper[] = [
  {
    host: /(?:^|\.)safelinks\.protection\.(?:outlook\.com|office365\.us)$/,
    path: /^\//,
    inside: parameter('url'),
  },
  { host: /^statics\.teams\.cdn\.office\.net$/, path: /safelinks/, inside: parameter('url') },
  { host: /^(?:www\.)?google\.[a-z.]{2,6}$/, path: /^\/url$/, inside: parameter('q', 'url') },
  { host: /^slack-redir\.net$/, path: /^\/link$/, inside: parameter('url') },
  { host: /^linkprotect\.cudasvc\.com$/, path: /^\/url$/, inside: parameter('a') },
  { host: TEAMS, path: /^\/dl\/launcher(?:\/|$)/, inside: parameter('url') },
  { host: TEAMS, path: /^\/light-meetings\/launch\/?$/, inside: teamsBrowserLink },
  { host: /(?:^|\.)urldefense\.(?:com|us|proofpoint\.com)$/, path: /^\/v\d\//, inside: proofpointLink },
  { host: /(?:^|\.)protection\.sophos\.com$/, path: /^\//, inside: sophosLink },
  { host: /^protect\.checkpoint\.com$|^url(?:\.[a-z]{2})?\.avanan\.click$/, path: /^\/v2\//, inside: checkPointLink },
  { host: /^secure-web\.cisco\.com$/, path: /\/https?%3a/i, inside: ciscoLink },
];

/** Cisco puts the link, encoded, at the end of the path. */
function ciscoLink({ pathname }: URL): string | undefined {
  const [, encoded] = /\/(https?%3a.*)$/i.exec(pathname) ?? [];
  return encoded && percentDecoded(encoded);
}

/** Versions 1 and 2 have a parameter, 2 with `-` for `%` and `_` for a slash; version 3 has the link between underscores. */
function proofpointLink({ pathname, searchParams }: URL, link: string): string | undefined {
  const asked = searchParams.get('u');
  if (asked && pathname.startsWith('/v1/')) return asked;
  if (asked && pathname.startsWith('/v2/')) return percentDecoded(asked.replaceAll('-', '%').replaceAll('_', '/'));
  const [, afterVersion = ''] = link.split('/v3/__');
  const end = afterVersion.indexOf('__;');
  if (end < 0) return undefined;
  const [replaced = ''] = afterVersion.slice(end + '__;'.length).split('!');
  return putBack(afterVersion.slice(0, end).replace(/^(https?):\/(?!\/)/i, '$1://'), replaced);
}

/** Version 3 writes an asterisk for each character it takes out, and the characters themselves, in base64, at the end. */
function putBack(link: string, base64: string): string | undefined {
  const characters = [...base64Text(base64)];
  return link.replace(/\*(?:\*([\w-]))?/g, (_mark, run?: string) =>
    characters.splice(0, run === undefined ? 1 : 2 + RUNS.indexOf(run)).join(''),
  );
}

/** `**A` stands for two characters in a row, `**B` for three. */
const RUNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
