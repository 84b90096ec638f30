import { linkInside } from '#shared/calendars/sync/rules/link-inside';
import { canonicalQuery } from '#shared/meetings/rules/link-spelling';
import { readMeetingUrl } from '#shared/meetings/rules/meeting-url';
import type { Platform } from '#shared/meetings/rules/platform';

/** Where one joins a call, in the one spelling that serves as its key. */
export interface CallLink {
  readonly url: string;
  readonly platform: Platform;
}

const LAYERS = 4;

/**
 * The call that a link lets people join, whatever mail programs wrapped around it. Undefined for all else, also on the
 * platforms' own hosts: numbers to dial, help, options, recordings and registrations stand in the same invitations.
 */
export function callLinkOf(text: string, layers = LAYERS): CallLink | undefined {
  const link = withScheme(text);
  const reading = readMeetingUrl(link);
  if ('url' in reading) return joined(reading);
  const inside = layers > 0 ? linkInside(link) : [];
  return inside.map((one) => callLinkOf(one, layers - 1)).find((call) => call !== undefined);
}

function joined(link: CallLink): CallLink | undefined {
  const url = new URL(link.url);
  if (link.platform === 'zoom') return zoomCall(url);
  return PATHS[link.platform].test(url.pathname) ? link : undefined;
}

/** As browsers follow it: an app's own scheme leads to the same call as https, and no platform serves calls without TLS. */
function withScheme(text: string): string {
  const app = /^(?:zoommtg|zoomus):\/\/([^/?#]+)\/join\?(.*)$/i.exec(text);
  if (app) return `https://${app[1]}/join?${app[2]}`;
  if (/^msteams:/i.test(text)) return text.replace(/^msteams:(?:\/\/[^/]+)?\/*/i, 'https://teams.microsoft.com/');
  const link = /^https?(?::|%)/i.test(text) ? text.replace(/^http:/i, 'https:') : `https://${text}`;
  return link
    .replace(/^https:\/\/g\.co\/meet\//i, 'https://meet.google.com/lookup/')
    .replace(/^(https:\/\/teams\.(?:microsoft|live)\.com)\/v2\/?(?:\?[^#]*)?#\/?(?=l\/|meet\/)/i, '$1/');
}

/** By platform, but Zoom, which has many: the paths that join a call. */
const PATHS: Readonly<Record<Exclude<Platform, 'zoom'>, RegExp>> = {
  meet: /^\/(?:[a-z]{3}-[a-z]{4}-[a-z]{3}|lookup\/[^/]+)$/,
  teams: /^\/(?:l\/meetup-join\/[^/]+(?:\/[^/]+)?|meet\/\d{6,})$/,
};

/** Meeting numbers have nine to eleven digits; a shorter one was cut. */
const ZOOM_NUMBER = String.raw`(\d[\d-]{7,13}\d)`;
const ZOOM_PATHS: readonly RegExp[] = [
  new RegExp(`^/j/${ZOOM_NUMBER}$`),
  new RegExp(`^/s/${ZOOM_NUMBER}$`), // the host's own link, to start it
  new RegExp(`^/wc/join/${ZOOM_NUMBER}$`), // in the browser
  new RegExp(`^/wc/${ZOOM_NUMBER}/(?:join|start)$`),
];

function zoomCall(url: URL): CallLink | undefined {
  const number = zoomNumberIn(url);
  // The host's own links sign in anyone who opens them as the host.
  const query = canonicalQuery(url.search.replace(/([?&])(?:zak|confno|action|uname|sc|browser|zc)=[^&]*/gi, '$1'));
  const host = /^(?:app|pwa)\.zoom\.us$/.test(url.hostname) ? 'zoom.us' : url.hostname;
  if (number) return { url: `https://${host}/j/${number}${query}${url.hash}`, platform: 'zoom' };
  const isNamed = /^\/my\/[^/]+$/.test(url.pathname) || new RegExp(`^/w/${ZOOM_NUMBER}$`).test(url.pathname);
  return isNamed ? { url: `https://${host}${url.pathname}${query}${url.hash}`, platform: 'zoom' } : undefined;
}

function zoomNumberIn({ pathname, searchParams }: URL): string | undefined {
  const found = ZOOM_PATHS.map((path) => path.exec(pathname)?.[1]).find((number) => number !== undefined);
  const asked = pathname === '/join' ? (searchParams.get('confno') ?? undefined) : undefined;
  const number = (found ?? asked)?.replaceAll('-', '');
  return number !== undefined && /^\d{9,12}$/.test(number) ? number : undefined;
}
