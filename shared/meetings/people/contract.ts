import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import {
  emailField,
  idField,
  idParams,
  instantField,
  metadataField,
  nameField,
  pageQuery,
  searchField,
  workspaceField,
} from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { PersonRecordBody } from '#shared/meetings/people/present';

const group = 'people';
const params = idParams('per');

export const listPeopleContract = contract({
  method: 'GET',
  path: '/people',
  group,
  access: 'read',
  summary: 'List people',
  description:
    'Those who were invited to meetings, one for each email address. The one who was met last comes first; those who were never met come last. `q` is the beginning of a name, of a word in it, or of an email address, in any case.',
  query: v.strictObject({
    workspace_id: workspaceField,
    email: v.optional(emailField),
    company_id: v.optional(idField('com')),
    met_after: v.optional(instantField),
    q: v.optional(searchField),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of people.', schema: listOf(PersonRecordBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getPersonContract = contract({
  method: 'GET',
  path: '/people/{id}',
  group,
  access: 'read',
  summary: 'Read a person',
  description:
    'Numbers follow the meetings within two minutes. List the meetings with `GET /meetings?participant_email=…`.',
  params,
  responses: { 200: { description: 'The person.', schema: PersonRecordBody } },
  errors: { 404: ['not_found'] },
});

export const deletePersonContract = contract({
  method: 'DELETE',
  path: '/people/{id}',
  group,
  access: 'administer',
  audits: 'person.erased',
  summary: 'Erase a person',
  description:
    'Returns the person a last time; later reads answer 404. Within minutes their name and address leave the meetings, calendar events, results and stored webhook events of the workspace, and what brings the address again is stored without it. 409 for the person of a member: remove the member first.',
  params,
  responses: { 200: { description: 'The erased person.', schema: PersonRecordBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});

export const updatePersonContract = contract({
  method: 'PATCH',
  path: '/people/{id}',
  group,
  access: 'administer',
  summary: 'Change a person',
  description:
    'Only the fields sent are written; `metadata` is merged. A name that is written here is shown instead of the names on invites; null shows those again.',
  params,
  body: v.strictObject({ name: v.optional(v.nullable(nameField)), metadata: v.optional(metadataField) }),
  example: { name: 'Grace Hopper', metadata: { crm_id: '4711' } },
  responses: { 200: { description: 'The updated person.', schema: PersonRecordBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['blank', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
  },
});
