import type { VersionChange } from '#shared/foundation/versions/version-change';

export const connectLinksDropEmailMatch: VersionChange = {
  summary:
    "Calendar connect links drop `email_match`: sending it is refused with 422 `unknown_field`, and the person may connect any account. The return carries `member_id`. Earlier pins keep `email_match`: `exact` (the default) accepts only the account with the member's email, `any` accepts any account; their return carries `member_id` where the link was created with `member_data`, which every version takes.",
  behaviours: ['email-match'],
  answers: {
    calendar_connect_link: ({ legacy, ...link }) => ({
      ...link,
      legacy,
      email_match: (legacy as { email_match?: unknown } | undefined)?.email_match ?? 'any',
    }),
  },
};
