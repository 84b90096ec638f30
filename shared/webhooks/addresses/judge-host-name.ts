/** Top levels and names that never lead out of a machine or its own network. */
const CLOSED_TOP_LEVELS = new Set(['localhost', 'localdomain', 'local', 'lan', 'internal', 'arpa', 'onion']);

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LONGEST_NAME = 253;

/** Why a host name may not be an endpoint's; undefined when it may. `written` is the name before the parser's hand. */
export function judgeHostName(hostname: string, written: string, ownHosts: readonly string[]): string | undefined {
  const labels = hostname.split('.');
  if (written.includes('%')) return 'may not have escapes in its host name';
  if (losesACharacter(written)) return 'may not have invisible characters in its host name';
  if (hostname.length > LONGEST_NAME || !labels.every((label) => LABEL.test(label))) return 'has no valid host name';
  if (labels.length === 1) return 'must have a full host name';
  if (CLOSED_TOP_LEVELS.has(labels.at(-1) ?? '')) return 'must be reachable from the public internet; its name is not';
  if (ownHosts.includes(hostname)) return 'may not lead back to this service';
  return undefined;
}

/** IDNA drops soft hyphens, zero-width spaces and the like: two names that look apart would then be one. */
const losesACharacter = (written: string): boolean =>
  [...written].some((character) => character > '\u007f' && isDropped(character));

function isDropped(character: string): boolean {
  const probe = `https://a${character}b.example`;
  return URL.parse(probe)?.hostname === 'ab.example';
}
