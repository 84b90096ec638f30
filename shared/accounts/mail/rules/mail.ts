import type { RecipientGroup } from '#shared/accounts/mail/rules/mail-reputation';
import type { MeetingId, MembershipId, WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import { comparableEmail } from '#shared/foundation/core/people';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';

/** What a person can unsubscribe from, each on its own. */
export const MAIL_KINDS = ['summary', 'operational', 'invitation'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Whether the limits of mail hold for a kind: for all but mail to owners about their own workspace. */
export const isLimited = (kind: MailKind): boolean => kind !== 'operational';

/**
 * The content of `job.mail`: what is to be mailed about, no personal data. Who gets it and what it says is composed when
 * it is sent. A type and not an interface, since it is stored as JSON.
 */
export type MailJob = {
  readonly workspaceId: WorkspaceId;
  readonly kind: MailKind;
  /** The resource that the mail is about. */
  readonly about: MeetingId | WebhookEndpointId | MembershipId;
  /** What happened to it: `summary`, `failing 2026-10-12`, `invited 2026-10-12T09:30:00.000Z`. An address gets one mail for each resource and occasion. */
  readonly occasion: string;
  readonly at: Instant;
};

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** Something happened that people are mailed about. */
    'job.mail': { readonly content: MailJob };
  }
}

/** The name that mail of the service itself comes from. */
export const PRODUCT_NAME = 'Rapporteur';

/** The name that mail in the interest of a workspace comes from: no workspace sends under its own name alone. */
export const senderFor = (workspaceName: string): string => `${PRODUCT_NAME} for ${workspaceName}`;

export interface Recipient {
  readonly email: string;
  readonly name: string | null;
  /** Others put the person into a meeting: neither a member nor anyone whom the workspace itself invited. */
  readonly isStranger?: boolean;
}

/** Whom a recipient is counted among. */
export const groupOf = ({ isStranger = false }: Recipient): RecipientGroup => (isStranger ? 'strangers' : 'members');

/** One mail to one address, as its record identifies it. */
export type MailTo = Pick<MailJob, 'workspaceId' | 'kind' | 'about' | 'occasion'> & { readonly email: string };

/**
 * `sending` is recorded before the mail is handed over. A worker that dies after it leaves it there, and the mail is not
 * sent again: a lost mail is better than a second one. The next job for it makes it `unknown`.
 */
export const MAIL_STATUSES = ['sending', 'sent', 'suppressed', 'limited', 'rejected', 'unknown'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** Longer than the mail service takes to answer, and shorter than the lease of the worker that asked it. */
const SENDING_MS = MINUTE_MS;

/** Whether the worker that recorded a mail ended before it learned whether the mail was sent. */
export const isAbandoned = ({ status, at }: { readonly status: MailStatus; readonly at: Instant }, now: Instant) =>
  status === 'sending' && now >= later(at, SENDING_MS);

/** Mail that could not be sent for so long says nothing new any more. */
const STALE_AFTER_MS = DAY_MS;

/** Whether a mail is too late to be sent. */
export const isStale = ({ at }: MailJob, now: Instant): boolean => now >= later(at, STALE_AFTER_MS);

const FIRST_PAUSE_MS = 30 * SECOND_MS;

/** When a job is tried again after the mail service refused a mail for now; `tries` from 0, doubling to an hour. */
export const triedAgainAt = (tries: number, now: Instant): Instant =>
  later(now, Math.min(FIRST_PAUSE_MS * 2 ** tries, HOUR_MS));

/** Each address once, in the order in which they are given; what is no address is left out. */
export function addressees(recipients: readonly Recipient[]): readonly Recipient[] {
  const byEmail = new Map<string, Recipient>();
  for (const recipient of recipients) {
    const email = recipient.email.trim();
    const comparable = comparableEmail(email);
    if (isMailAddress(email) && !byEmail.has(comparable)) byEmail.set(comparable, { ...recipient, email });
  }
  return [...byEmail.values()];
}

/** RFC 5321: a local part of at most 64 characters, an address of at most 254. ASCII, since SES takes no other. */
const ADDRESS = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;

const isMailAddress = (email: string): boolean =>
  email.length <= 254 && email.indexOf('@') <= 64 && ADDRESS.test(email);
