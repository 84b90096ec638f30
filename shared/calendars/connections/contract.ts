import * as v from 'valibot';
import { CalendarConnectionBody } from '#shared/calendars/connections/present';
import { contract } from '#shared/foundation/http/contract';
import { idField, idParams, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';

const group = 'calendar-connections';

export const listCalendarConnectionsContract = contract({
  method: 'GET',
  path: '/calendar_connections',
  group,
  access: 'read',
  summary: 'List calendar connections',
  description: 'Newest first. Includes disconnected ones.',
  query: v.strictObject({
    workspace_id: workspaceField,
    member_id: v.optional(idField('mem')),
    status: v.optional(v.picklist(['active', 'error', 'disconnected'])),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of calendar connections.', schema: listOf(CalendarConnectionBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getCalendarConnectionContract = contract({
  method: 'GET',
  path: '/calendar_connections/{id}',
  group,
  access: 'read',
  summary: 'Read a calendar connection',
  description:
    '`error` is set while the account grants no access: the member has to consent again. `warnings` has one entry for each reason that a sync passed over events of the calendar (`unreadable_event`, `unreadable_series`, `rejected_event`): `count` events stay as they were synced last, while all others are synced.',
  params: idParams('cal'),
  responses: { 200: { description: 'The calendar connection.', schema: CalendarConnectionBody } },
  errors: { 404: ['not_found'] },
});

export const deleteCalendarConnectionContract = contract({
  method: 'DELETE',
  path: '/calendar_connections/{id}',
  group,
  access: 'participate',
  audits: 'calendar_connection.deleted',
  summary: 'Disconnect a calendar',
  description:
    'Stops the sync permanently. Soon afterwards the upcoming calendar events of the connection are cancelled, with their bots; a meeting that another member also has is kept. Past meetings, the member and their settings stay. Repeating the request returns the disconnected connection.',
  params: idParams('cal'),
  responses: { 200: { description: 'The disconnected calendar connection.', schema: CalendarConnectionBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});

export const syncCalendarConnectionContract = contract({
  method: 'POST',
  path: '/calendar_connections/{id}/sync',
  group,
  access: 'participate',
  summary: 'Sync a calendar now',
  description:
    'Starts a sync in the background. `last_synced_at` changes when it is done, normally within seconds. This is rarely needed: providers report changes within seconds, and every calendar is synced every 15 minutes. If the provider is throttling or unreachable, the sync waits. A connection that is not `active` answers 409.',
  params: idParams('cal'),
  responses: {
    202: { description: 'The calendar connection before the sync.', schema: CalendarConnectionBody },
  },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});
