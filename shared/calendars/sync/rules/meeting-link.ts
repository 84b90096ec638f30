import { type CallLink, callLinkOf } from '#shared/calendars/sync/rules/call-link';
import { linksIn } from '#shared/calendars/sync/rules/links-in-text';
import { isMap, isOtherCall } from '#shared/calendars/sync/rules/other-calls';
import { undisguised } from '#shared/meetings/rules/disguised-link';
import { platformOf, readAnyLink } from '#shared/meetings/rules/meeting-url';

/** Where an occurrence may say how to join it. */
export interface LinkPlaces {
  readonly location: string | null;
  /** The best first. */
  readonly conferenceLinks: readonly string[];
  /** Text or HTML. */
  readonly description: string | null;
}

/**
 * The link by which an occurrence is joined; null where it has none. A call on a platform that a bot can join comes
 * before any other service's, and that before any link at all; among equals location, conference data, description.
 * A description's links are taken only where they are known to be calls: agendas and footers are full of others.
 */
export function meetingLinkOf({ location, conferenceLinks, description }: LinkPlaces): string | null {
  const stated = [...linksIn(location ?? ''), ...conferenceLinks];
  const all = [...stated, ...linksIn(description ?? '')];
  const calls = all.flatMap((link) => callLinkOf(link) ?? []);
  const [call] = calls;
  if (call) return withPasscode(call, calls).url;
  const others = all.flatMap(otherLink);
  return (others.find(isOtherCall) ?? stated.flatMap(otherLink).find((url) => !isMap(url)))?.href ?? null;
}

/** Of two links to the same call, the one with the passcode is preferred. */
function withPasscode(call: CallLink, calls: readonly CallLink[]): CallLink {
  const opens = ({ url }: CallLink): boolean => /[?&#](?:pwd|p|tk)=./.test(url);
  if (opens(call)) return call;
  return calls.find((other) => opens(other) && doorOf(other) === doorOf(call)) ?? call;
}

/** Which call it is: Zoom's numbers are the same ones under every customer's sub-domain. */
function doorOf({ url, platform }: CallLink): string {
  const { hostname, pathname } = new URL(url);
  return platform === 'zoom' && pathname.startsWith('/j/') ? `zoom${pathname}` : hostname + pathname;
}

/** A link to anywhere but a platform, whose own links are calls or are not wanted. */
function otherLink(text: string): readonly URL[] {
  const read = readAnyLink(undisguised(text) ?? text);
  return 'url' in read && platformOf(read.url) === null ? [new URL(read.url)] : [];
}
