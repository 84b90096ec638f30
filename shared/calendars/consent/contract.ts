import { linkBody, olderLinkBody } from '#shared/calendars/consent/fields';
import { CalendarConnectLinkBody } from '#shared/calendars/consent/present';
import { contract } from '#shared/foundation/http/contract';

export const createConnectLinkContract = contract({
  method: 'POST',
  path: '/calendar_connect_links',
  group: 'calendar-connections',
  access: 'participate',
  audits: 'calendar_connect_link.created',
  summary: 'Create a calendar connect link',
  description:
    'Creates a link to a hosted consent page on which one person connects one calendar, within 24 hours. `url` is shown in this response only: give it to that person alone. Send `member_id` for an existing member. Send `member_data` to create the member when the person consents, or to find the member with that email. Afterwards the browser returns to `return_url` with `member_id`, `calendar_connection_id`, `status=connected` and your `state` in the query, or with `error=connect_failed` and your `state`.',
  body: linkBody,
  bodyKept: { behaviour: 'email-match', body: olderLinkBody },
  example: {
    workspace_id: 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t',
    member_data: { name: 'Ada Lovelace', email: 'ada@acme.com' },
    return_url: 'https://partner.example/calendars?tab=mine',
    state: 'onboarding-7',
  },
  responses: {
    201: {
      description: 'The link.',
      schema: CalendarConnectLinkBody,
      example: {
        url: 'https://app.example.com/connect/ccl_01kcw3v9e2f3hb5wnkq8zr6m4t?key=RJ4QoF0vDgVd5q0m2mJ3S1o9o7aZ3zq0uVbCq4nXo6E',
        return_url: 'https://partner.example/calendars?tab=mine',
      },
    },
  },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    422: ['missing', 'blank', 'invalid', 'inclusion', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
    429: ['rate_limited'],
  },
});
