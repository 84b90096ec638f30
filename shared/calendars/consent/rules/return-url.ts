import type { ConnectLink } from '#shared/calendars/consent/rules/connect-link';
import type { CalendarConnectionId, MemberId } from '#shared/foundation/core/ids';
import { parseWebUrl } from '#shared/foundation/core/url';

const LONGEST = 2_048;

export interface ReturnUrlFault {
  readonly code: 'invalid_format' | 'too_long';
  /** Goes on after the name of the field. */
  readonly message: string;
}

const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * Where a person is sent back to, in the form to store. The browser requests it and not the service, so a host on a
 * private network is allowed. A local stack also takes http, on loopback alone.
 */
export function readReturnUrl(
  text: string,
  allowLocal: boolean,
): { readonly url: string } | { readonly fault: ReturnUrlFault } {
  const url = parseWebUrl(text);
  if (!url) return malformed('must be an absolute https URL without user name, backslash, space or control character.');
  const isLocal = url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname);
  if (url.protocol !== 'https:' && !(allowLocal && isLocal)) return malformed('must begin with https://.');
  // Escapes lengthen a URL, and what is stored has to fit as well.
  if (url.href.length > LONGEST)
    return { fault: { code: 'too_long', message: `is longer than ${LONGEST} characters.` } };
  return { url: url.href };
}

const malformed = (message: string) => ({ fault: { code: 'invalid_format', message } }) as const;

type Parameter = readonly [name: string, value: string];

/** The address with some parameters more: its own query and fragment stay as they were, to the letter. */
export function withParameters(url: string, parameters: readonly Parameter[]): string {
  const hash = url.indexOf('#');
  const [address, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const more = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${address}${jointOf(address)}${more}${fragment}`;
}

function jointOf(address: string): string {
  if (!address.includes('?')) return '?';
  return /[?&]$/.test(address) ? '' : '&';
}

type Returning = Pick<ConnectLink, 'returnUrl' | 'state' | 'returnNamesMember'>;

export interface Connected {
  readonly memberId: MemberId;
  readonly connectionId: CalendarConnectionId;
}

/** Undefined for a link without a return URL. */
export const returnConnected = (link: Returning, { memberId, connectionId }: Connected): string | undefined =>
  returned(link, [
    ...(link.returnNamesMember ? ([['member_id', memberId]] as const) : []),
    ['calendar_connection_id', connectionId],
    ['status', 'connected'],
  ]);

/** The way back of who did not connect, whatever kept them. */
export const returnFailed = (link: Returning): string | undefined => returned(link, [['error', 'connect_failed']]);

function returned({ returnUrl, state }: Returning, outcome: readonly Parameter[]): string | undefined {
  if (returnUrl === null) return undefined;
  return withParameters(returnUrl, [...outcome, ...(state === null ? [] : ([['state', state]] as const))]);
}
