import type { Platform } from '#shared/foundation/core/platform';
import { canonicalFragment, canonicalPath, canonicalQuery } from '#shared/meetings/meetings/rules/link-spelling';

/** A call on one of the platforms, as a link leads to it. */
export interface Call {
  /** The link that a bot joins by, in one spelling: https, without tracking, with its passcode. */
  readonly url: string;
  readonly platform: Platform;
  /**
   * Which call it is, whatever link leads there: `meet/abc-defg-hij`, `zoom/1234567890`, `teams/19:meeting_x@thread.v2`.
   * Holds no passcode.
   */
  readonly identity: string;
}

/** Path, and query where it is not kept as it is, of the link that is joined; with the identity. */
interface Joined {
  readonly host: string;
  readonly path: string;
  readonly search: string;
  readonly identity: string;
}

/**
 * The call behind a link on a platform's own host; undefined for all of its other pages: prices, new meetings, numbers to
 * dial, registrations, recordings. `unreadable` where the link is broken or leaves its path.
 */
export function callAt(url: URL, host: string, platform: Platform): Call | 'unreadable' | undefined {
  const path = canonicalPath(url.pathname, platform);
  if (path === undefined) return 'unreadable';
  const joined = JOINED[platform]({ host, path, search: url.search });
  if (!joined) return undefined;
  const query = canonicalQuery(joined.search);
  const link = `https://${joined.host}${joined.path}${query}${canonicalFragment(url.hash, query)}`;
  return { url: link, platform, identity: joined.identity };
}

type Page = Omit<Joined, 'identity'>;

const JOINED: Readonly<Record<Platform, (page: Page) => Joined | undefined>> = {
  meet: meetCall,
  zoom: zoomCall,
  teams: teamsCall,
};

function meetCall(page: Page): Joined | undefined {
  const isCall = /^\/(?:[a-z]{3}-[a-z]{4}-[a-z]{3}|lookup\/[^/]+)$/.test(page.path);
  return isCall ? { ...page, identity: `meet${page.path}` } : undefined;
}

/** Meeting numbers have 9 to 11 digits, in groups or not (Zoom, "Meeting and webinar IDs"); a shorter one was cut. */
const ZOOM_NUMBER = String.raw`(\d[\d-]{7,13}\d)`;
/** Of the meeting itself; of its host, who starts it; in the browser, by two generations of its client. */
const ZOOM_PATHS = [
  `j/${ZOOM_NUMBER}`,
  `s/${ZOOM_NUMBER}`,
  `wc/join/${ZOOM_NUMBER}`,
  `wc/${ZOOM_NUMBER}/(?:join|start)`,
];
const ZOOM_MEETING = new RegExp(`^/(?:${ZOOM_PATHS.join('|')})$`);
const ZOOM_WEBINAR = new RegExp(`^/w/${ZOOM_NUMBER}$`);
/** Hosts of the browser client, which are no customer's. */
const ZOOM_CLIENTS = ['app.zoom.us', 'pwa.zoom.us'];
/** What signs anyone who opens the host's own link in as the host, and what only the app or the browser client reads. */
const ZOOM_UNJOINED = /([?&])(?:zak|confno|action|uname|sc|browser|zc)=[^&]*/gi;

function zoomCall({ path, search, ...page }: Page): Joined | undefined {
  const cloud = page.host.endsWith('zoomgov.com') ? 'zoomgov' : 'zoom';
  const host = ZOOM_CLIENTS.includes(page.host) ? 'zoom.us' : page.host;
  const kept = search.replace(ZOOM_UNJOINED, '$1');
  const number = zoomNumber(ZOOM_MEETING.exec(path)?.slice(1) ?? [confno(path, search)]);
  if (number) return { host, path: `/j/${number}`, search: kept, identity: `${cloud}/${number}` };
  const webinar = zoomNumber(ZOOM_WEBINAR.exec(path)?.slice(1) ?? []);
  // A webinar's own path takes the token of a registration.
  if (webinar) return { host, path: `/w/${webinar}`, search: kept, identity: `${cloud}/${webinar}` };
  const room = /^\/my\/([^/]+)$/.exec(path)?.[1]?.toLowerCase();
  return room ? { host, path, search: kept, identity: `${cloud}/my/${roomHost(host)}/${room}` } : undefined;
}

/** Named rooms belong to a customer's sub-domain; those of Zoom's data centres (`us02web`) are none. */
const roomHost = (host: string): string => host.replace(/^[a-z]{2}\d{2}web\./, '');

const confno = (path: string, search: string): string | undefined =>
  path === '/join' ? (new URLSearchParams(search).get('confno') ?? undefined) : undefined;

function zoomNumber(found: readonly (string | undefined)[]): string | undefined {
  const number = found.find((one) => one !== undefined)?.replaceAll('-', '');
  return number !== undefined && /^\d{9,11}$/.test(number) ? number : undefined;
}

/** Clouds that number their meetings apart from the commercial one. */
const TEAMS_CLOUDS: Readonly<Record<string, string>> = {
  'gov.teams.microsoft.us': 'teams-gov',
  'dod.teams.microsoft.us': 'teams-dod',
  'teams.microsoftonline.cn': 'teams-cn',
};

function teamsCall(page: Page): Joined | undefined {
  const cloud = TEAMS_CLOUDS[page.host] ?? 'teams';
  const [, id] = /^\/meet\/(\d{6,})$/.exec(page.path) ?? [];
  if (id) return { ...page, identity: `${cloud}/${id}` };
  const [, segment = '', message = '0'] = /^\/l\/meetup-join\/([^/]+)(?:\/([^/]+))?$/.exec(page.path) ?? [];
  const thread = decodeURIComponent(segment);
  if (!/^19:.+@./.test(thread)) return undefined;
  // All meetings of a channel have its thread: there the message that announces one says which.
  const isOwnThread = message === '0' || /:meeting_/.test(thread);
  return { ...page, identity: `${cloud}/${thread}${isOwnThread ? '' : `/${message}`}` };
}
