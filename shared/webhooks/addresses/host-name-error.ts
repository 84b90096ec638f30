/** Top-level names that never resolve outside a machine or its own network. */
const LOCAL_TOP_LEVELS = new Set(['localhost', 'localdomain', 'local', 'lan', 'internal', 'arpa', 'onion']);

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LONGEST_NAME = 253;

/** Why a host name cannot be an endpoint's; undefined when it can. `written` is the name before URL parsing. */
export function hostNameError(hostname: string, written: string, ownHosts: readonly string[]): string | undefined {
  const labels = hostname.split('.');
  if (written.includes('%')) return 'must not have escapes in its host name';
  if (losesACharacter(written)) return 'must not have invisible characters in its host name';
  if (hostname.length > LONGEST_NAME || !labels.every((label) => LABEL.test(label)))
    return 'must have a valid host name';
  if (labels.length === 1) return 'must have a full host name';
  if (LOCAL_TOP_LEVELS.has(labels.at(-1) ?? '')) return 'must be reachable from the public internet; its name is not';
  if (ownHosts.includes(hostname)) return 'must not point to this service';
  return undefined;
}

/** IDNA drops soft hyphens, zero-width spaces and the like, so that different names would become one. */
const losesACharacter = (written: string): boolean =>
  [...written].some((character) => character > '\u007f' && isDropped(character));

function isDropped(character: string): boolean {
  const probe = `https://a${character}b.example`;
  return URL.parse(probe)?.hostname === 'ab.example';
}
