import { type Platform, platformOfHost } from '#shared/foundation/core/platform';
import { isLongerThan, isWellFormed } from '#shared/foundation/core/text';
import { parseUrl } from '#shared/foundation/core/url';
import { type Call, callAt } from '#shared/meetings/meetings/rules/call';
import { upToStop, withoutCut, withoutOpening, withoutPunctuation } from '#shared/meetings/meetings/rules/link-end';
import { linksInside } from '#shared/meetings/meetings/rules/link-inside';

export const MEETING_URL_MAX_LENGTH = 2_048;

/** `blank` is no text; `invalid_format` is not a safe link; `invalid` is a link, but not to a call. */
export interface LinkFault {
  readonly code: 'blank' | 'invalid_format' | 'invalid';
  /** What is wrong, after the name of the field. Never repeats the link: it may hold a passcode. */
  readonly message: string;
}

/**
 * What a link is, however it is spelt and wrapped: a call, a link to a host that is no platform's, or invalid. The fault
 * is what refuses a bot; a calendar event may have another link.
 */
export type LinkReading =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'other_link'; readonly url: string; readonly fault: LinkFault }
  | { readonly kind: 'invalid'; readonly fault: LinkFault };

/** Encodings and wrappings around one link (docs/limits-and-rules.md#links). */
const LAYERS = 3;

/** Reads a link for bots, pushes and syncs alike: docs/limits-and-rules.md#links. `longest` is of the text, wrapped. */
export function readLink(text: string, longest = MEETING_URL_MAX_LENGTH): LinkReading {
  const trimmed = withoutOpening(text.trim()).trim();
  if (trimmed === '') return invalid(BLANK);
  if (isLongerThan(trimmed, longest)) return invalid(TOO_LONG);
  return isPlainText(trimmed) ? readLayer(trimmed, LAYERS) : invalid(NOT_A_LINK);
}

/** The call that a link leads to; undefined where it leads to none. */
export function callIn(text: string, longest?: number): Call | undefined {
  const reading = readLink(text, longest);
  return reading.kind === 'call' ? reading.call : undefined;
}

/** The platform that a stored link leads to; null for any other. */
export const platformOf = (url: string | null): Platform | null =>
  (url === null ? null : callIn(url)?.platform) ?? null;

/** The same key for all links that lead to one call: its identity. Another link is its own key. */
export const callKeyOf = (url: string): string => callIn(url)?.identity ?? url;

function readLayer(text: string, layers: number): LinkReading {
  const link = withScheme(text);
  const { links, isWrapper } = linksInside(link);
  if (links.length === 0) return readBare(link);
  if (layers === 0) return isWrapper ? invalid(NOT_A_LINK) : readBare(link);
  const readings = links.map((inner) => readLayer(inner, layers - 1));
  const [first] = readings;
  return readings.find(({ kind }) => kind === 'call') ?? (isWrapper && first ? first : readBare(link));
}

function readBare(written: string): LinkReading {
  if (!isPlainText(written) || !/^https?:\/\/[^/]/i.test(written)) return invalid(NOT_A_LINK);
  const link = withoutPunctuation(withoutCut(written));
  const url = parseUrl(link);
  if (url === null) return invalid(NOT_A_LINK);
  const platform = platformOfHost(hostOf(url));
  return platform === null ? readOtherLink(link, url) : readPlatformLink(link, platform);
}

function readPlatformLink(written: string, platform: Platform): LinkReading {
  if (!isOneLink(written)) return invalid(NOT_A_LINK);
  const link = upToStop(written);
  if (link === undefined) return invalid(BROKEN_PASSCODE);
  const url = parseUrl(link);
  if (url === null) return invalid(NOT_A_LINK);
  const call = url.port === '' ? callAt(url, hostOf(url), platform) : undefined;
  if (call === undefined) return invalid(NOT_A_CALL);
  if (call === 'unreadable') return invalid(NOT_A_LINK);
  return call.url.length > MEETING_URL_MAX_LENGTH ? invalid(TOO_LONG) : { kind: 'call', call };
}

function readOtherLink(link: string, { hostname }: URL): LinkReading {
  if (isLongerThan(link, MEETING_URL_MAX_LENGTH)) return invalid(TOO_LONG);
  if (!isOneLink(link)) return { kind: 'other_link', url: link, fault: NOT_A_LINK };
  return { kind: 'other_link', url: link, fault: isPrivateHost(hostname) ? PRIVATE : NOT_A_CALL };
}

const invalid = (fault: LinkFault): LinkReading => ({ kind: 'invalid', fault });

/** `www.` before a platform's host is the same host, and `zoom.com` is `zoom.us`. */
const hostOf = ({ hostname }: URL): string =>
  hostname.replace(/^www\.(?=.+\..)/, '').replace(/(^|\.)zoom\.com$/, '$1zoom.us');

/**
 * The link as browsers follow it: the scheme of an app leads to the same call as https, a known host needs no scheme, and
 * the page of Teams keeps the meeting in its fragment.
 */
function withScheme(text: string): string {
  const app = /^(?:zoommtg|zoomus):\/\/([^/?#]+)\/join\?(.*)$/i.exec(text);
  if (app) return `https://${app[1]}/join?${app[2]}`;
  if (/^msteams:/i.test(text)) return text.replace(/^msteams:(?:\/\/[^/]+)?\/*/i, 'https://teams.microsoft.com/');
  const link = startsWithPlatform(text) ? `https://${text}` : text;
  return link
    .replace(/^https?:\/\/g\.co\/meet\//i, 'https://meet.google.com/lookup/')
    .replace(TEAMS_PAGE, (page, site: string, host: string) =>
      platformOfHost(host.toLowerCase()) === 'teams' ? `${site}/` : page,
    );
}

const TEAMS_PAGE = /^(https?:\/\/([^/?#]+))\/(?:_|v2)?\/?(?:\?[^#]*)?#\/?(?=l\/|meet\/)/i;

function startsWithPlatform(text: string): boolean {
  if (/^g\.co\/meet\//i.test(text)) return true;
  const [, host = ''] = /^([a-z\d-]+(?:\.[a-z\d-]+)+)(?:[/?#]|$)/i.exec(text) ?? [];
  return host !== '' && platformOfHost(host.toLowerCase().replace(/^www\./, '')) !== null;
}

/** Without user info and without a second link in it. */
function isOneLink(link: string): boolean {
  const [authority = ''] = link.replace(/^https?:\/\//i, '').split(/[/?#]/, 1);
  return !authority.includes('@') && !/https?:\/\//i.test(link.slice(1));
}

/** URL parsers drop line breaks and tabs and turn backslashes round; what they would change is refused instead. */
const isPlainText = (text: string): boolean => isWellFormed(text) && !/[\s\p{Cc}\p{Cf}\\]/u.test(text);

const PRIVATE_SUFFIX = /\.(?:local|localhost|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)\.?$/;

/** An IP address, a name without a dot, or a name that resolves only inside a network. */
const isPrivateHost = (host: string): boolean =>
  host.startsWith('[') || /^[\d.]+$/.test(host) || !/[^.]\.[^.]/.test(host) || PRIVATE_SUFFIX.test(host);

const BLANK: LinkFault = { code: 'blank', message: 'must not be blank.' };
const NOT_A_LINK: LinkFault = {
  code: 'invalid_format',
  message: 'must be one http or https link, without user info and without a second link after it.',
};
const BROKEN_PASSCODE: LinkFault = {
  code: 'invalid_format',
  message: 'has a quote or a bracket inside its passcode, which no passcode has.',
};
const TOO_LONG: LinkFault = {
  code: 'invalid_format',
  message: `is longer than ${MEETING_URL_MAX_LENGTH} characters.`,
};
const PRIVATE: LinkFault = { code: 'invalid_format', message: 'must not point to a private host.' };
const NOT_A_CALL: LinkFault = {
  code: 'invalid',
  message: 'must be a link that joins a Zoom, Google Meet or Microsoft Teams meeting.',
};
