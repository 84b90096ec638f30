import type { Platform } from '#shared/foundation/core/platform';

/** Decodes one layer of percent-encoding; undefined where it is broken. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Programs encode links that are encoded already; more than three layers were never observed. */
const LAYERS = 3;

/**
 * One spelling for a path: `19%3ameeting`, `19:meeting` and `19%253ameeting` are the same conversation. No slash at the end
 * and none doubled. Undefined where the encoding is broken or a segment leaves the path.
 */
export function canonicalPath(path: string, platform: Platform): string | undefined {
  const segments = path.split('/').filter(Boolean).map(fullyDecoded);
  if (!segments.every((segment): segment is string => segment !== undefined && isSafeSegment(segment)))
    return undefined;
  const canonical = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
  return platform === 'meet' ? canonicalMeetCode(canonical) : canonical;
}

/** Parameters without the tracking ones, in one order and one spelling. Empty, or beginning with `?`. */
export function canonicalQuery(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .map(parameterOf)
    .filter(({ name }) => name !== '' && !isNoise(name))
    .map(({ name, value }) => `${name}=${value}`)
    .sort();
  return kept.length > 0 ? `?${[...new Set(kept)].join('&')}` : '';
}

/** A passcode may sit in the fragment; the rest of a fragment says where a page was scrolled to. */
export function canonicalFragment(hash: string, query: string): string {
  if (/[?&]pwd=/.test(query)) return '';
  const passcode = hash
    .slice(1)
    .split(/[?&]/)
    .map(parameterOf)
    .find(({ name, value }) => name === 'pwd' && value !== '');
  return passcode ? `#pwd=${passcode.value}` : '';
}

function fullyDecoded(segment: string): string | undefined {
  let decoded: string | undefined = segment;
  for (let layer = 0; layer < LAYERS && decoded?.includes('%'); layer += 1) decoded = percentDecoded(decoded);
  return decoded;
}

const isSafeSegment = (segment: string): boolean =>
  segment !== '.' && segment !== '..' && !/[\p{Cc}\p{Cs}\\]|https?:\/\//iu.test(segment);

/** Google prints `abc-defg-hij` and takes it in capitals, without hyphens and below `/_meet` too. */
function canonicalMeetCode(path: string): string {
  const code = /^\/(?:_meet\/)?([a-z]{3})-?([a-z]{4})-?([a-z]{3})$/i.exec(path.replace(LONG_DASH, '-'));
  return code ? `/${code.slice(1).join('-').toLowerCase()}` : path;
}

/** Word processors write a hyphen as a dash (U+2010 to U+2015). */
const LONG_DASH = /%E2%80%9[0-5]/g;

function parameterOf(text: string): { readonly name: string; readonly value: string } {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  const value = equals < 0 ? '' : text.slice(equals + 1);
  return { name: respelt(name), value: respelt(onceMoreDecoded(value)) };
}

/** `+` is left alone: to one server it is a space, to another a character of the passcode. */
const respelt = (text: string): string =>
  text
    .split('+')
    .map((part) => encodeURIComponent(percentDecoded(part) ?? part))
    .join('+');

/** A Teams context is JSON; encoded twice it is the same context. */
function onceMoreDecoded(value: string): string {
  let json = value;
  for (let layer = 1; layer < LAYERS && /^%257b/i.test(json); layer += 1) json = percentDecoded(json) ?? json;
  return json;
}

const isNoise = (name: string): boolean => NOISE.has(name.toLowerCase()) || /^(?:utm_|mc_|hsa_|_x_zm_)/i.test(name);

/** What mail programs, advertisers and the platforms' own pages add; none of it identifies the meeting or grants access. */
const NOISE = new Set(
  [
    'fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid li_fat_id igsh igshid mkt_tok vero_id srsltid',
    '_ga _gl _hsenc _hsmi __hstc __hssc __hsfp ref_src',
    'authuser pli hs ijlm adhoc hl gl', // Meet
    'from omn status success', // Zoom
    'anon deeplinkid launchagent type directdl mslaunch enablemobilepage suppressprompt fqdn', // Teams
  ]
    .join(' ')
    .split(' '),
);
