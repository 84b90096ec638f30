import * as v from 'valibot';
import { CalendarConnectionBody } from '#shared/calendars/connections/present';
import { contract } from '#shared/http/contract';
import { idField, idParams, none, pageQuery, workspaceField } from '#shared/http/fields';
import { listOf } from '#shared/http/response/wire';

const group = 'calendar-connections';

export const listCalendarConnectionsContract = contract({
  method: 'GET',
  path: '/calendar_connections',
  group,
  summary: 'List calendar connections',
  description: 'Newest first, disconnected ones included.',
  params: none,
  query: v.strictObject({
    workspace_id: workspaceField,
    member_id: v.optional(idField('mem')),
    status: v.optional(v.picklist(['active', 'error', 'disconnected'])),
    ...pageQuery,
  }),
  body: undefined,
  answers: { 200: { description: 'A page of calendar connections.', schema: listOf(CalendarConnectionBody) } },
  refusals: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getCalendarConnectionContract = contract({
  method: 'GET',
  path: '/calendar_connections/{id}',
  group,
  summary: 'Read a calendar connection',
  description: 'With `error` while the account grants no access: the member has to consent again.',
  params: idParams('cal'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The calendar connection.', schema: CalendarConnectionBody } },
  refusals: { 404: ['not_found'] },
});

export const deleteCalendarConnectionContract = contract({
  method: 'DELETE',
  path: '/calendar_connections/{id}',
  group,
  summary: 'Disconnect a calendar',
  description:
    'Stops syncing for good. The upcoming calendar events that came by it are cancelled soon afterwards, with their bots; a meeting that another member carries goes on. Past meetings, the member and their settings stay. Repeating the call answers the disconnected connection.',
  params: idParams('cal'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The calendar connection, disconnected.', schema: CalendarConnectionBody } },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});

export const syncCalendarConnectionContract = contract({
  method: 'POST',
  path: '/calendar_connections/{id}/sync',
  group,
  summary: 'Sync a calendar now',
  description:
    'Reads what changed in the calendar at once, in the background, instead of at its next turn; seconds later `last_synced_at` has moved. There is seldom a need: providers tell of changes within seconds, and every calendar is looked at each 15 minutes. Where the provider asked for a rest, or is out of reach, the pass waits until that is over. A connection that is not `active` answers 409.',
  params: idParams('cal'),
  query: none,
  body: undefined,
  answers: {
    202: { description: 'The calendar connection, as it is before the pass.', schema: CalendarConnectionBody },
  },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});
