import { percentDecoded } from '#shared/meetings/meetings/rules/link-spelling';

/** Text in base64, of either alphabet; empty where it is none. */
export function base64Text(base64: string): string {
  try {
    // A query writes a plus as a blank.
    return atob(base64.replaceAll('-', '+').replaceAll('_', '/').replaceAll(' ', '+'));
  } catch {
    return '';
  }
}

/** The link as the gateway of Sophos keeps it: in base64, in the parameter `u`. */
export const sophosLink = ({ searchParams }: URL): string | undefined =>
  base64Text(searchParams.get('u') ?? '') || undefined;

/**
 * Check Point, and Avanan, which it bought, put the link between three underscores, with a signature behind it. Mail
 * programs make one slash of the two behind its scheme, or encode its colon.
 */
export function checkPointLink(_url: URL, link: string): string | undefined {
  const [, signed = ''] = /\/v2\/(?:r\d\d\/)?___(.+)$/i.exec(link) ?? [];
  const end = signed.lastIndexOf('___.');
  const inner = end < 0 ? signed.replace(/_{2,3}$/, '') : signed.slice(0, end);
  return inner.replace(/^(https?)(?::|%3a)\/{1,2}/i, '$1://') || undefined;
}

/** What the page of a call in the browser has in its parameter `coords`: which call it is. */
interface Coordinates {
  readonly meetingCode?: unknown;
  readonly passcode?: unknown;
  readonly conversationId?: unknown;
  readonly messageId?: unknown;
  readonly tenantId?: unknown;
  readonly organizerId?: unknown;
}

/** The link to the call whose page Teams has opened in a browser. */
export function teamsBrowserLink({ origin, searchParams }: URL): string | undefined {
  const { meetingCode, passcode, conversationId, messageId, tenantId, organizerId } = coordinatesIn(
    base64Text(searchParams.get('coords') ?? ''),
  );
  if (isPart(meetingCode))
    return `${origin}/meet/${meetingCode}${isPart(passcode) ? `?p=${encodeURIComponent(passcode)}` : ''}`;
  if (!isPart(conversationId)) return undefined;
  const context = { ...(isPart(tenantId) && { Tid: tenantId }), ...(isPart(organizerId) && { Oid: organizerId }) };
  const message = isPart(messageId) ? messageId : '0';
  const path = [conversationId, message].map(encodeURIComponent).join('/');
  return `${origin}/l/meetup-join/${path}?context=${encodeURIComponent(JSON.stringify(context))}`;
}

const isPart = (value: unknown): value is string => typeof value === 'string' && value !== '';

function coordinatesIn(text: string): Coordinates {
  try {
    const value: unknown = JSON.parse(percentDecoded(text) ?? text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
