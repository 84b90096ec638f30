import type { Instant } from '#shared/foundation/core/time';

/**
 * Whom a workspace mails: people whom it chose itself, or those whom others put into its meetings. They are counted apart,
 * since anyone can send a member an invitation with addresses that bounce.
 */
export const RECIPIENT_GROUPS = ['members', 'strangers'] as const;
export type RecipientGroup = (typeof RECIPIENT_GROUPS)[number];

/** What became of the mails of a workspace to one group. */
export interface MailCounts {
  readonly sent: number;
  readonly bounced: number;
  readonly complained: number;
}

/** Why the mail of a workspace is stopped. */
export const STOP_REASONS = ['bounces', 'complaints'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/**
 * SES reviews an account beyond these shares ("Reputation metrics" in the SES developer guide): no workspace may bring the
 * others there. Fewer mails than `least` count as so many, so that one bounce of the first ten mails stops nothing.
 */
const MOST_BOUNCES = { share: 0.05, least: 100 };
const MOST_COMPLAINTS = { share: 0.001, least: 1_000 };

/** Why and since when the mail of a workspace is stopped, and that to whom. */
export interface MailStop {
  readonly reason: StopReason;
  readonly at: Instant;
  readonly stops: 'all' | 'strangers';
}

/** What damage among a group stops: that of strangers is not the workspace's doing, and leaves mail to members alone. */
export const stoppedBy = (group: RecipientGroup): MailStop['stops'] => (group === 'members' ? 'all' : 'strangers');

/** Whether the mail to a group is stopped. */
export const isStopped = (stop: MailStop | undefined, group: RecipientGroup): boolean =>
  stop !== undefined && (stop.stops === 'all' || group === 'strangers');

/**
 * Whether a mail is stopped since the mail of another workspace of the same founder is: invitations, by what was sent to
 * people whom a workspace chose itself, and mail to strangers. Mail to members of this one goes on.
 */
export const isStoppedByFounder = (
  stop: MailStop | undefined,
  { kind, group }: { readonly kind: string; readonly group: RecipientGroup },
): boolean => stop !== undefined && (group === 'strangers' || (kind === 'invitation' && stop.stops === 'all'));

/** Why a workspace may mail a group no longer; undefined while it may. */
export function damageOf({ sent, bounced, complained }: MailCounts): StopReason | undefined {
  if (passes(bounced, sent, MOST_BOUNCES)) return 'bounces';
  return passes(complained, sent, MOST_COMPLAINTS) ? 'complaints' : undefined;
}

/** The mails of all workspaces of a founder without those of one. What that one sent before both were counted is its alone. */
export const mailsWithout = (all: MailCounts, one: MailCounts): MailCounts => ({
  sent: Math.max(0, all.sent - one.sent),
  bounced: Math.max(0, all.bounced - one.bounced),
  complained: Math.max(0, all.complained - one.complained),
});

const passes = (count: number, sent: number, { share, least }: typeof MOST_BOUNCES): boolean =>
  count > share * Math.max(sent, least);
