import { type LinkInText, linksIn } from '#shared/calendars/sync/rules/links-in-text';
import { isMap, isOtherCall } from '#shared/calendars/sync/rules/other-calls';
import type { Call } from '#shared/meetings/meetings/rules/call';
import { passcodeIn } from '#shared/meetings/meetings/rules/link-end';
import { type LinkReading, readLink } from '#shared/meetings/meetings/rules/read-link';

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

/** A link that was read, and what its text says of it. */
interface FoundLink extends Omit<LinkInText, 'text'> {
  readonly reading: LinkReading;
}

/**
 * The link by which an occurrence is joined; null where it has none. The places are asked in their order: location,
 * conference data, description. In each, a call on a platform that a bot can join comes before any other service's. Where
 * none names a call, any link of location and conference data is taken; of a description none, as agendas and footers
 * are full of links.
 */
export function meetingLinkOf({ location, conferenceLinks, description }: LinkPlaces): string | null {
  const stated = [read(linksIn(location ?? '')), read(conferenceLinks.map(unmarked))];
  const places = [...stated, read(linksIn(description ?? ''))];
  const named = places.map(callNamedIn).find((one) => one !== undefined);
  if (named) return named.kind === 'call' ? withPasscode(named.call, places.flat()).url : named.url;
  return stated.flatMap((links) => links.flatMap(otherLink)).find((link) => !isMap(link)) ?? null;
}

const read = (links: readonly LinkInText[]): readonly FoundLink[] =>
  links.map(({ text, ...rest }) => ({ ...rest, reading: readLink(text, LONGEST) }));

const unmarked = (text: string): LinkInText => ({ text, isQuoted: false, isPersonal: false });

type ReadLink = Exclude<LinkReading, { readonly kind: 'invalid' }>;

/** The call that one place names. What a mail program quoted there is of another occurrence, where there is more. */
function callNamedIn(links: readonly FoundLink[]): ReadLink | undefined {
  const own = links.filter(({ isQuoted, reading }) => !isQuoted && isCallLink(reading));
  const calls = (own.length > 0 ? own : links).filter(({ reading }) => isCallLink(reading));
  const readings = calls
    .filter((link, position) => !isRoom(link) || calls.slice(0, position).every((above) => isSameCall(above, link)))
    .flatMap(({ reading }) => (reading.kind === 'invalid' ? [] : [reading]));
  return readings.find(({ kind }) => kind === 'call') ?? readings[0];
}

const isCallLink = (reading: LinkReading): boolean =>
  reading.kind === 'call' || (reading.kind === 'other_link' && isOtherCall(reading.url));

/** The room of a person, which stands in footers: another call above it is meant. */
const isRoom = ({ isPersonal, reading }: FoundLink): boolean =>
  isPersonal || (reading.kind === 'call' && /^zoom(?:gov)?\/my\//.test(reading.call.identity));

function isSameCall({ reading: one }: FoundLink, { reading: other }: FoundLink): boolean {
  return one.kind === 'call' && other.kind === 'call' && one.call.identity === other.call.identity;
}

/**
 * The call's link with its passcode: the first that is whole. A quoted one comes last, and one that goes on where another
 * ends was broken there.
 */
function withPasscode(call: Call, links: readonly FoundLink[]): Call {
  const opening = links.flatMap(({ isQuoted, reading }) => {
    const passcode = reading.kind === 'call' ? passcodeIn(reading.call.url) : undefined;
    if (reading.kind !== 'call' || passcode === undefined || reading.call.identity !== call.identity) return [];
    return [{ call: reading.call, passcode, isQuoted }];
  });
  const first = opening.find(({ isQuoted }) => !isQuoted) ?? opening[0];
  if (!first) return call;
  const whole = opening.find(({ passcode }) => goesOn(first.passcode, passcode));
  return (whole ?? first).call;
}

const goesOn = (broken: string, passcode: string): boolean =>
  passcode.startsWith(broken) && /^[\w.-]+$/.test(passcode.slice(broken.length));

/** A link to anywhere but a platform, whose own links are calls or are not wanted. */
const otherLink = ({ reading }: FoundLink): readonly string[] => (reading.kind === 'other_link' ? [reading.url] : []);
