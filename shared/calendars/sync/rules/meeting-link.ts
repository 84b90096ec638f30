import { linksIn } from '#shared/calendars/sync/rules/links-in-text';
import { isMap, isOtherCall } from '#shared/calendars/sync/rules/other-calls';
import type { Call } from '#shared/meetings/rules/call';
import { type LinkReading, readLink } from '#shared/meetings/rules/read-link';

/** Where an occurrence may say how to join it. */
export interface LinkPlaces {
  readonly location: string | null;
  /** The best first. */
  readonly conferenceLinks: readonly string[];
  /** Text or HTML. */
  readonly description: string | null;
}

/** Characters of a link in an invitation: one in three wrappings, encoded each time, fits. */
const LONGEST = 16_384;

/**
 * The link by which an occurrence is joined; null where it has none. A call on a platform that a bot can join comes
 * before any other service's, and that before any link at all; among equals location, conference data, description.
 * A description's links are taken only where they are known to be calls: agendas and footers are full of others.
 */
export function meetingLinkOf({ location, conferenceLinks, description }: LinkPlaces): string | null {
  const read = (links: readonly string[]) => links.map((link) => readLink(link, LONGEST));
  const stated = read([...linksIn(location ?? ''), ...conferenceLinks]);
  const all = [...stated, ...read(linksIn(description ?? ''))];
  const calls = all.flatMap((reading) => (reading.kind === 'call' ? [reading.call] : []));
  const [call] = calls;
  if (call) return withPasscode(call, calls).url;
  const others = all.flatMap(otherLink);
  return others.find(isOtherCall) ?? stated.flatMap(otherLink).find((link) => !isMap(link)) ?? null;
}

/** Of two links to the same call, the one with the passcode is preferred. */
function withPasscode(call: Call, calls: readonly Call[]): Call {
  const opens = ({ url }: Call): boolean => /[?&#](?:pwd|p|tk)=./.test(url);
  if (opens(call)) return call;
  return calls.find((other) => opens(other) && other.identity === call.identity) ?? call;
}

/** A link to anywhere but a platform, whose own links are calls or are not wanted. */
const otherLink = (reading: LinkReading): readonly string[] => (reading.kind === 'other_link' ? [reading.url] : []);
