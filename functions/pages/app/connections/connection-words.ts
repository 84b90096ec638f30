import type { CalendarConnection, SyncErrorCode } from '#shared/calendars/connections/rules/calendar-connection';
import type { Member } from '#shared/members/rules/member';
import type { Markup } from '#shared/page-kit/layout';
import { badge } from '#shared/page-kit/parts';

export const STATES = { active: 'Syncing', error: 'Not syncing', disconnected: 'Disconnected' } as const;

export function stateOf({ status }: CalendarConnection): Markup {
  switch (status) {
    case 'active':
      return badge('good', STATES.active);
    case 'error':
      return badge('bad', STATES.error);
    case 'disconnected':
      return badge('plain', STATES.disconnected);
  }
}

/** What is wrong, and what helps: always the member's own consent, but for the last. */
export const TROUBLES: Readonly<Record<SyncErrorCode, string>> = {
  access_revoked: 'The account took its consent back. Its owner has to consent again.',
  grant_expired:
    'The consent ran out: it was not used for too long, or the password changed. Its owner has to consent again.',
  insufficient_scope: 'The consent does not cover the calendar. Its owner has to consent again, with every box ticked.',
  admin_consent_required:
    "The account's organization lets only its administrators consent. One of them has to approve this app first.",
  account_unavailable: 'The account is closed, suspended or has no calendar.',
  provider_error: 'The provider refuses to show the calendar, and does not say why.',
};

/** Somebody as others know them. */
export const nameOf = (member: Pick<Member, 'name' | 'email'> | undefined): string =>
  member?.name ?? member?.email ?? 'a member who was removed';
