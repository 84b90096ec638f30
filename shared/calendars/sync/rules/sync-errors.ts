import type { SyncErrorCode } from '#shared/calendars/connections/rules/calendar-connection';

const SENTENCES: Readonly<Record<SyncErrorCode, string>> = {
  access_revoked: 'The member took back the access to this calendar.',
  grant_expired: "The provider ended the access to this calendar, as after a change of password or a year's silence.",
  insufficient_scope: 'The access that the member granted does not include the calendar.',
  admin_consent_required: "The member's organization lets only its administrators grant access to calendars.",
  account_unavailable: 'The account is suspended, deleted or without a calendar.',
  provider_error: 'The provider refused to read this calendar time and again.',
};

/** What went wrong, for a partner's support to read; the same way out for all of them. */
export const sentenceFor = (code: SyncErrorCode): string => `${SENTENCES[code]} Send them a new connect link.`;
