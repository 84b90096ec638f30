import * as v from 'valibot';
import { MemberBody } from '#shared/accounts/members/present';
import { contract } from '#shared/foundation/http/contract';
import {
  alsoDocumented,
  emailField,
  idParams,
  metadataField,
  nameField,
  pageQuery,
  workspaceField,
} from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';

const group = 'members';

/** One of the two, for the document. */
const NAMED = { properties: { name: { type: 'string' } }, required: ['name'] };
const ADDRESSED = { properties: { email: { type: 'string' } }, required: ['email'] };

export const createMemberContract = contract({
  method: 'POST',
  path: '/members',
  group,
  access: 'administer',
  audits: 'member.created',
  summary: 'Create a member',
  description:
    'Requires a name, an email or both. Emails are compared trimmed and in lower case. If the workspace already has a member with the email, that member is returned unchanged, with 200.',
  body: alsoDocumented(
    v.pipe(
      v.strictObject({
        workspace_id: workspaceField,
        name: v.nullish(nameField, null),
        email: v.nullish(emailField, null),
        metadata: v.optional(metadataField),
      }),
      v.forward(
        v.partialCheck(
          [['name'], ['email']],
          ({ name, email }) => name !== null || email !== null,
          '[missing] is missing: a member needs a name, an email or both.',
        ),
        ['email'],
      ),
    ),
    { anyOf: [NAMED, ADDRESSED] },
  ),
  example: {
    workspace_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp',
    name: 'Ada Lovelace',
    email: 'ada@acme.com',
    metadata: { seat: '7' },
  },
  responses: {
    200: { description: 'The existing member with this email, unchanged.', schema: MemberBody },
    201: { description: 'The new member.', schema: MemberBody },
  },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: ['missing', 'blank', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
    429: ['rate_limited'],
  },
});

export const listMembersContract = contract({
  method: 'GET',
  path: '/members',
  group,
  access: 'read',
  summary: 'List members',
  description: 'Newest first. With `email`, only the member with that email.',
  query: v.strictObject({ workspace_id: workspaceField, email: v.optional(emailField), ...pageQuery }),
  responses: { 200: { description: 'A page of members.', schema: listOf(MemberBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getMemberContract = contract({
  method: 'GET',
  path: '/members/{id}',
  group,
  access: 'read',
  summary: 'Read a member',
  description: 'Includes the calendars that the member connected.',
  params: idParams('mem'),
  responses: { 200: { description: 'The member.', schema: MemberBody } },
  errors: { 404: ['not_found'] },
});

export const updateMemberContract = contract({
  method: 'PATCH',
  path: '/members/{id}',
  group,
  access: 'administer',
  audits: 'member.updated',
  summary: 'Change a member',
  description:
    'Only the fields sent are written; `metadata` is merged. null removes the name if the member has an email. The email cannot be changed.',
  params: idParams('mem'),
  body: v.strictObject({ name: v.optional(v.nullable(nameField)), metadata: v.optional(metadataField) }),
  example: { name: 'Ada King', metadata: { seat: '8' } },
  responses: { 200: { description: 'The updated member.', schema: MemberBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['blank', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
  },
});

export const deleteMemberContract = contract({
  method: 'DELETE',
  path: '/members/{id}',
  group,
  access: 'administer',
  audits: 'member.deleted',
  summary: 'Remove a member',
  description:
    'Returns the member a last time; later reads answer 404. Settings assigned to the member no longer apply, and the email can be used for a new member. Soon afterwards the calendars of the member are disconnected and their upcoming calendar events cancelled, with their bots; a meeting that another member also has is kept. Past meetings keep the name of the person, whose `member_id` becomes null.',
  params: idParams('mem'),
  responses: { 200: { description: 'The removed member.', schema: MemberBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});
