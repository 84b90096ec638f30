import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import {
  alsoDocumented,
  emailField,
  idParams,
  metadataField,
  nameField,
  none,
  pageQuery,
  workspaceField,
} from '#shared/http/fields';
import { listOf } from '#shared/http/response/wire';
import { MemberBody } from '#shared/members/present';

const group = 'members';

/** One of the two, for the document. */
const NAMED = { properties: { name: { type: 'string' } }, required: ['name'] };
const ADDRESSED = { properties: { email: { type: 'string' } }, required: ['email'] };

export const createMemberContract = contract({
  method: 'POST',
  path: '/members',
  group,
  summary: 'Create a member',
  description:
    'At least one of name and email. An email is compared trimmed and in lower case; where the workspace has a member with it already, that member is answered as it is, with 200.',
  params: none,
  query: none,
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
          '[missing] is missing: a member has a name, an email or both.',
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
  answers: {
    200: { description: 'The member that has this email already, unchanged.', schema: MemberBody },
    201: { description: 'The new member.', schema: MemberBody },
  },
  refusals: {
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
  summary: 'List members',
  description: 'Newest first. With `email`, the one member who has it.',
  params: none,
  query: v.strictObject({ workspace_id: workspaceField, email: v.optional(emailField), ...pageQuery }),
  body: undefined,
  answers: { 200: { description: 'A page of members.', schema: listOf(MemberBody) } },
  refusals: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getMemberContract = contract({
  method: 'GET',
  path: '/members/{id}',
  group,
  summary: 'Read a member',
  description: 'With the calendars that they connected.',
  params: idParams('mem'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The member.', schema: MemberBody } },
  refusals: { 404: ['not_found'] },
});

export const updateMemberContract = contract({
  method: 'PATCH',
  path: '/members/{id}',
  group,
  summary: 'Change a member',
  description:
    'The fields sent and no other; `metadata` merges. `null` takes the name away where the member has an email. The email never changes.',
  params: idParams('mem'),
  query: none,
  body: v.strictObject({ name: v.optional(v.nullable(nameField)), metadata: v.optional(metadataField) }),
  example: { name: 'Ada King', metadata: { seat: '8' } },
  answers: { 200: { description: 'The member as it is now.', schema: MemberBody } },
  refusals: {
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
  summary: 'Remove a member',
  description:
    'Answers the member once more; after that, 404. Settings assigned to them reach nothing any more, and their email is free for a new member. Soon afterwards their calendars are disconnected and their upcoming calendar events cancelled, with their bots; a meeting that another member carries goes on. Past meetings keep the name of the person, whose `member_id` becomes null.',
  params: idParams('mem'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The member, as they were left.', schema: MemberBody } },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});
