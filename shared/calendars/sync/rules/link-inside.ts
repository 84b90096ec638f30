import { percentDecoded } from '#shared/meetings/rules/link-spelling';
import { platformOfHost } from '#shared/meetings/rules/platform';

/** One is usual; a form filled in by a link has a few. */
const MOST_INSIDE = 5;
const LONGEST = 16_384;

/** What security gateways and redirectors carry inside their links, one layer of it; empty where there is nothing. */
export function linkInside(link: string): readonly string[] {
  if (link.length > LONGEST) return [];
  if (/^https?%/i.test(link)) return found(percentDecoded(link));
  const url = URL.parse(link);
  if (url === null || platformOfHost(url.hostname) !== null) return [];
  if (/(?:^|\.)urldefense\.(?:com|us|proofpoint\.com)$/.test(url.hostname)) return found(proofpointLink(link, url));
  const carried = [...url.searchParams.values()].filter((value) => /^https?(?::|%)/i.test(value));
  return [...carried.slice(0, MOST_INSIDE), ...found(linkInPath(url))];
}

const found = (link: string | undefined): readonly string[] => (link ? [link] : []);

/** Cisco puts the link, encoded, at the end of the path. */
function linkInPath({ pathname }: URL): string | undefined {
  const at = /\/(https?%3a.*)$/i.exec(pathname);
  return at?.[1] && percentDecoded(at[1]);
}

/** Version 2 writes `-` for `%` and `_` for a slash; version 3 has the link between underscores. */
function proofpointLink(link: string, url: URL): string | undefined {
  const encoded = url.pathname.startsWith('/v2/') ? url.searchParams.get('u') : null;
  if (encoded) return percentDecoded(encoded.replaceAll('-', '%').replaceAll('_', '/'));
  const [, afterVersion = ''] = link.split('/v3/__');
  const end = afterVersion.indexOf('__;');
  if (end < 0) return undefined;
  const [replaced = ''] = afterVersion.slice(end + '__;'.length).split('!');
  return putBack(afterVersion.slice(0, end).replace(/^(https?):\/(?!\/)/i, '$1://'), replaced);
}

/** Version 3 writes an asterisk for each character it takes out, and the characters themselves, in base64, at the end. */
function putBack(link: string, base64: string): string | undefined {
  const characters = [...textIn(base64)];
  return link.replace(/\*(?:\*([\w-]))?/g, (_mark, run?: string) =>
    characters.splice(0, run === undefined ? 1 : 2 + RUNS.indexOf(run)).join(''),
  );
}

/** `**A` stands for two characters in a row, `**B` for three. */
const RUNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function textIn(base64: string): string {
  try {
    return atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}
