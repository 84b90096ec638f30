import type { SyncErrorCode } from '#shared/calendars/connections/rules/calendar-connection';

const MESSAGES: Readonly<Record<SyncErrorCode, string>> = {
  access_revoked: 'The member revoked the access to this calendar.',
  grant_expired:
    'The provider ended the access to this calendar, for example after a password change or a long time without use.',
  insufficient_scope: 'The member did not grant access to the calendar.',
  admin_consent_required: "The member's organization lets only its administrators grant access to calendars.",
  account_unavailable: 'The account is suspended or deleted, or has no calendar.',
  provider_error: 'The provider repeatedly refused access to this calendar.',
};

/** The `error.message` of a connection: the cause, and how to recover. */
export const messageFor = (code: SyncErrorCode): string => `${MESSAGES[code]} Send the member a new connect link.`;
