import type { CalendarConnection, SyncErrorCode } from '#shared/calendars/connections/rules/calendar-connection';
import type { Member } from '#shared/members/rules/member';
import { type BadgeKind, badge, type Markup } from '#shared/page-kit/components';

export type Status = CalendarConnection['status'];

export const STATUSES: Readonly<Record<Status, readonly [BadgeKind, label: string]>> = {
  active: ['good', 'Active'],
  error: ['bad', 'Error'],
  disconnected: ['plain', 'Disconnected'],
};

/** Of a connection or a feed, which have the same ones. */
export const statusBadge = ({ status }: { readonly status: Status }): Markup => badge(...STATUSES[status]);

/** What is wrong, and what the account's owner can do about it. */
export const ERROR_MESSAGES: Readonly<Record<SyncErrorCode, string>> = {
  access_revoked: 'Access was revoked. The account owner must consent again.',
  grant_expired:
    'Access expired, because it was not used for too long or the password changed. The account owner must consent again.',
  insufficient_scope: 'Calendar access was not granted. The account owner must consent again, with every box ticked.',
  admin_consent_required: 'The organization requires admin consent. An administrator must approve this app first.',
  account_unavailable: 'The account is closed, suspended or has no calendar.',
  provider_error: 'The provider refuses access to the calendar, without a reason.',
};

export const memberName = (member: Pick<Member, 'name' | 'email'> | undefined): string =>
  member?.name ?? member?.email ?? 'Removed member';
