import * as v from 'valibot';
import { CalendarFeedBody } from '#shared/calendars/feeds/present';
import { contract } from '#shared/foundation/http/contract';
import { idField, idParams, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';

const group = 'calendar-connections';

export const listCalendarFeedsContract = contract({
  method: 'GET',
  path: '/calendar_feeds',
  group,
  access: 'read',
  summary: 'List calendar feeds',
  description: 'Newest first. Includes disconnected ones.',
  query: v.strictObject({
    workspace_id: workspaceField,
    member_id: v.optional(idField('mem')),
    status: v.optional(v.picklist(['active', 'error', 'disconnected'])),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of calendar feeds.', schema: listOf(CalendarFeedBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getCalendarFeedContract = contract({
  method: 'GET',
  path: '/calendar_feeds/{id}',
  group,
  access: 'read',
  summary: 'Read a calendar feed',
  description:
    '`warnings` says what of the file cannot be read or is doubtful, and on which line. `error` is set while the feed cannot be read: `not_found`, `access_denied`, `not_a_calendar`, `too_large`, `blocked_address` or `feed_error`. A feed that was synced before is in `error` after about two hours of such answers; one whose server does not answer in time, or with 5xx or 429, is fetched ever less often, down to once a day, and is in `error` (`feed_error`) after a week. Its calendar events stay as they were synced last. Feeds of a workspace change at most 100,000 occurrences a day (UTC): beyond that, a feed that changes keeps its events as they are, has the warning `limit_reached` *(added)* and is read again when the day ends.',
  params: idParams('cfd'),
  responses: { 200: { description: 'The calendar feed.', schema: CalendarFeedBody } },
  errors: { 404: ['not_found'] },
});

export const createCalendarFeedContract = contract({
  method: 'POST',
  path: '/calendar_feeds',
  group,
  access: 'participate',
  audits: 'calendar_feed.created',
  summary: 'Add a calendar feed',
  description:
    'For calendars without Google or Microsoft: an iCalendar file at a public https or webcal URL, which is fetched every 15 minutes. The URL is stored encrypted and never shown; `host` names its server. A URL that the member has already answers that feed with 200; where it is in `error`, it is fetched again and keeps its id. 429 after 100 an hour in a workspace that are fetched, repeats of feeds in `error` included. 409 where the member has 5 feeds or the workspace 1,000.',
  body: v.strictObject({ workspace_id: workspaceField, member_id: idField('mem'), url: v.string() }),
  example: {
    workspace_id: 'wks_01k0000000000000000000000a',
    member_id: 'mem_01k0000000000000000000000a',
    url: 'https://calendar.example.com/feeds/8f14e45f.ics',
  },
  responses: {
    200: { description: 'The calendar feed that the member had already.', schema: CalendarFeedBody },
    201: { description: 'The calendar feed. Its first sync is under way.', schema: CalendarFeedBody },
  },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: ['blank', 'invalid', 'invalid_type', 'too_long', 'unknown_field'],
    429: ['rate_limited'],
  },
});

export const deleteCalendarFeedContract = contract({
  method: 'DELETE',
  path: '/calendar_feeds/{id}',
  group,
  access: 'participate',
  audits: 'calendar_feed.deleted',
  summary: 'Disconnect a calendar feed',
  description:
    'Stops the sync permanently. Soon afterwards the URL is deleted and the upcoming calendar events of the feed are cancelled, with their bots; a meeting that another member also has is kept. Repeating the request returns the disconnected feed.',
  params: idParams('cfd'),
  responses: { 200: { description: 'The disconnected calendar feed.', schema: CalendarFeedBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});
