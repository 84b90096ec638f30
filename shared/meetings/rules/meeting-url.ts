import { isLongerThan, isWellFormed } from '#shared/core/text';
import { undisguised } from '#shared/meetings/rules/disguised-link';
import { canonicalFragment, canonicalPath, canonicalQuery } from '#shared/meetings/rules/link-spelling';
import { type Platform, platformOfHost } from '#shared/meetings/rules/platform';

export const MEETING_URL_MAX_LENGTH = 2_048;

/** `invalid_format` is not a safe link; `invalid` is a link, but not to a call. */
export interface LinkFault {
  readonly fault: 'invalid_format' | 'invalid';
  /** Never repeats the link: it may hold a passcode. */
  readonly message: string;
}

export type MeetingUrlReading = { readonly url: string; readonly platform: Platform } | LinkFault;

/**
 * The link that a bot is sent to, in its canonical form: unwrapped, without tracking, host in lower
 * case, no port, no slash at the end; the passcode stays.
 */
export function readMeetingUrl(text: string): MeetingUrlReading {
  const trimmed = text.trim();
  if (isLongerThan(trimmed, MEETING_URL_MAX_LENGTH)) return TOO_LONG;
  if (!isPlainText(trimmed)) return NOT_A_LINK;
  const link = undisguised(trimmed);
  if (link === undefined || !isOneLink(link)) return NOT_A_LINK;
  const url = new URL(link);
  if (isPrivateHost(url.hostname)) return PRIVATE;
  const platform = platformOfHost(url.hostname);
  return platform === null || url.port !== '' ? NOT_A_CALL : canonical(url, platform);
}

/** Any link that a calendar event may carry, as it was sent. */
export function readAnyLink(text: string): { readonly url: string } | LinkFault {
  const url = text.trim();
  if (isLongerThan(url, MEETING_URL_MAX_LENGTH)) return TOO_LONG;
  return isPlainText(url) && /^https?:\/\/[^/]/i.test(url) && URL.parse(url) !== null ? { url } : NOT_HTTP;
}

/** The platform that a stored link leads to; null for any other. */
export function platformOf(url: string | null): Platform | null {
  if (url === null || !/^https?:/i.test(url) || URL.parse(url) === null) return null;
  return platformOfHost(new URL(url).hostname);
}

/** The same key for all spellings of a link that lead to the same call. */
export function linkKeyOf(url: string): string {
  const reading = readMeetingUrl(url.replace(/^http:/i, 'https:'));
  return 'url' in reading ? reading.url : url;
}

function canonical(url: URL, platform: Platform): MeetingUrlReading {
  const path = canonicalPath(url.pathname, platform);
  if (path === undefined) return NOT_A_LINK;
  if (path === '') return NOT_A_CALL;
  const host = url.hostname.replace(/(^|\.)zoom\.com$/, '$1zoom.us');
  const query = canonicalQuery(url.search);
  const link = `https://${host}${path}${query}${canonicalFragment(url.hash, query)}`;
  return link.length > MEETING_URL_MAX_LENGTH ? TOO_LONG : { url: link, platform };
}

/** One https link, without user info and without a second link in it. */
function isOneLink(link: string): boolean {
  if (!isPlainText(link) || !/^https:\/\/[^/]/i.test(link) || URL.parse(link) === null) return false;
  const [authority = ''] = link.slice('https://'.length).split(/[/?#]/, 1);
  return !authority.includes('@') && !/https?:\/\//i.test(link.slice(1));
}

/** URL parsers drop line breaks and tabs and turn backslashes round; what they would change is refused instead. */
const isPlainText = (text: string): boolean => isWellFormed(text) && !/[\s\p{Cc}\p{Cf}\\]/u.test(text);

const PRIVATE_SUFFIX = /\.(?:local|localhost|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)\.?$/;

/** An IP address, a name without a dot, or a name that resolves only inside a network. */
const isPrivateHost = (host: string): boolean =>
  host.startsWith('[') || /^[\d.]+$/.test(host) || !/[^.]\.[^.]/.test(host) || PRIVATE_SUFFIX.test(host);

const NOT_A_LINK: LinkFault = {
  fault: 'invalid_format',
  message: 'meeting_url must be one https link, without user info and without a second link after it.',
};
const NOT_HTTP: LinkFault = { fault: 'invalid_format', message: 'meeting_url must be an http or https link.' };
const TOO_LONG: LinkFault = {
  fault: 'invalid_format',
  message: `meeting_url is longer than ${MEETING_URL_MAX_LENGTH} characters.`,
};
const PRIVATE: LinkFault = { fault: 'invalid_format', message: 'meeting_url must not point to a private host.' };
const NOT_A_CALL: LinkFault = {
  fault: 'invalid',
  message: 'meeting_url must be a link to a Zoom, Google Meet or Microsoft Teams meeting.',
};
