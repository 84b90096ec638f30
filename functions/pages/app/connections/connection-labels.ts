import type { Member } from '#shared/accounts/members/rules/member';
import { type BadgeKind, badge, type Markup } from '#shared/api/page-kit/components';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';

export type Status = CalendarConnection['status'];

export const STATUSES: Readonly<Record<Status, readonly [BadgeKind, label: string]>> = {
  active: ['good', 'Active'],
  error: ['bad', 'Error'],
  disconnected: ['plain', 'Disconnected'],
};

/** Of a connection or a feed, which have the same ones. */
export const statusBadge = ({ status }: { readonly status: Status }): Markup => badge(...STATUSES[status]);

export const memberName = (member: Pick<Member, 'name' | 'email'> | undefined): string =>
  member?.name ?? member?.email ?? 'Removed member';
