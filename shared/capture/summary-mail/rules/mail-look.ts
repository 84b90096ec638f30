import { isVerifiedHost, type MailTrust } from '#shared/accounts/workspaces/rules/mail-trust';
import { blackOrWhiteOn, readableColourOn } from '#shared/capture/summary-mail/rules/contrast';
import type { MeetingId } from '#shared/foundation/core/ids';
import { looksLikeUrl } from '#shared/foundation/core/text';
import { parseWebUrl } from '#shared/foundation/core/url';
import type { BrandKit } from '#shared/meetings/brand-kits/rules/brand-kit';

/** What a brand kit decides about a mail. */
export interface MailLook {
  /** Of the stripe and the button, as `#rrggbb`. */
  readonly accent: string;
  readonly logoUrl: string | null;
  readonly description: string | null;
  /** An http or https URL. */
  readonly website: string | null;
  /** Null without a button. The label of `open_meeting` is in the language of the mail. */
  readonly button: { readonly label: string | null; readonly url: string } | null;
}

const DEFAULT_ACCENT = '#0550ae';

/** The backgrounds of the template, in light and dark mode. */
export const CARD = { light: '#ffffff', dark: '#161b22' } as const;

interface Places {
  readonly meetingId: MeetingId;
  /** The page of the meeting. */
  readonly meetingUrl: string;
  readonly logoUrl: string | null;
  /** Of the workspace that the mail is for. */
  readonly trust: Pick<MailTrust, 'verifiedDomains'>;
}

/**
 * The look of a kit; the default one without a kit, and where its emails are of the type `default`. Links of a kit are
 * in the mail where their host is of a verified domain: until then its button opens the meeting.
 */
export function lookOf(
  kit: Pick<BrandKit, 'email'> | undefined,
  { meetingId, meetingUrl, logoUrl, trust }: Places,
): MailLook {
  const open = { label: null, url: meetingUrl };
  if (kit?.email.type !== 'branded')
    return { accent: DEFAULT_ACCENT, logoUrl: null, description: null, website: null, button: open };
  const { color, website, description, cta } = kit.email.branded;
  const linked = (url: string) => ({ label: cta.label, url: url.replaceAll('{{meeting_id}}', meetingId) });
  const link = cta.url === null ? null : isVerifiedLink(cta.url, trust) ? linked(cta.url) : open;
  const buttons = { open_meeting: open, none: null, link };
  const shownWebsite = website !== null && isVerifiedLink(website, trust) ? website : null;
  const shownDescription = description !== null && !linksElsewhere(description, trust) ? description : null;
  const accent = color ?? DEFAULT_ACCENT;
  return { accent, logoUrl, description: shownDescription, website: shownWebsite, button: buttons[cta.type] };
}

/** Where software that makes links of a text ends one: what follows may be the next one. */
const LINK_ENDS = /[\s\p{Cc}\p{Cf},;<>()[\]{}"'`|^*!$“”‘’„«»‹›、，；]+|(?=https?:\/\/)/iu;

/** Mail clients make links of what reads as a URL, and do not agree where one ends: each has to be verified either way. */
const linksElsewhere = (text: string, trust: Places['trust']): boolean =>
  [...text.split(/\s+/), ...text.split(LINK_ENDS)].some(
    (word) => looksLikeUrl(word) && !isVerifiedLink(word.includes('://') ? word : `https://${word}`, trust),
  );

/** The link is in the mail as it was written: every mail client has to read the same host in it. */
function isVerifiedLink(link: string, trust: Places['trust']): boolean {
  const url = parseWebUrl(link);
  return url !== null && isVerifiedHost(url.hostname, trust);
}

/** The colours of a mail: text on the accent, and links on each background, have a contrast of 4.5 at least. */
export const coloursOf = ({ accent }: Pick<MailLook, 'accent'>) => ({
  accent,
  ink_on_accent: blackOrWhiteOn(accent),
  link: readableColourOn(CARD.light, accent),
  link_on_dark: readableColourOn(CARD.dark, accent),
});
