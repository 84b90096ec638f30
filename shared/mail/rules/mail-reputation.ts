/** What became of the mails of a workspace. */
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

/** Why a workspace may mail no longer; undefined while it may. */
export function damageOf({ sent, bounced, complained }: MailCounts): StopReason | undefined {
  if (passes(bounced, sent, MOST_BOUNCES)) return 'bounces';
  return passes(complained, sent, MOST_COMPLAINTS) ? 'complaints' : undefined;
}

const passes = (count: number, sent: number, { share, least }: typeof MOST_BOUNCES): boolean =>
  count > share * Math.max(sent, least);
