import type { SyncErrorCode } from '#shared/calendars/connections/rules/calendar-connection';

const SENTENCES: Readonly<Record<SyncErrorCode, string>> = {
  access_revoked: 'The member revoked the access to this calendar.',
  grant_expired:
    'The provider ended the access to this calendar, for example after a password change or a long time without use.',
  insufficient_scope: 'The member did not grant access to the calendar.',
  admin_consent_required: "The member's organization lets only its administrators grant access to calendars.",
  account_unavailable: 'The account is suspended or deleted, or has no calendar.',
  provider_error: 'The provider repeatedly refused access to this calendar.',
};

/** What went wrong, for a partner's support to read; the same way out for all of them. */
export const sentenceFor = (code: SyncErrorCode): string => `${SENTENCES[code]} Send the member a new connect link.`;
