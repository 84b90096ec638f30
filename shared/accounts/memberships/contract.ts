import * as v from 'valibot';
import { MembershipBody } from '#shared/accounts/memberships/present';
import { MOST_MEMBERSHIPS } from '#shared/accounts/memberships/rules/membership';
import { ALL_ROLES } from '#shared/foundation/core/roles';
import { contract } from '#shared/foundation/http/contract';
import { emailField, idParams, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';

const group = 'workspaces';
const params = idParams('mbr');
const OWNERS = 'Only owners give the role `owner`, and change or remove memberships that have it.';
const LAST = 'The last owner keeps the role (409 `workspace_owner`).';

export const listMembershipsContract = contract({
  method: 'GET',
  path: '/organization_memberships',
  group,
  access: 'read',
  summary: 'List memberships',
  description: 'The users of the workspace and the open invitations, newest first.',
  query: v.strictObject({ workspace_id: workspaceField, ...pageQuery }),
  responses: { 200: { description: 'A page of memberships.', schema: listOf(MembershipBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const inviteContract = contract({
  method: 'POST',
  path: '/organization_memberships',
  group,
  access: 'administer',
  audits: 'membership.invited',
  summary: 'Invite a user',
  description: `Sends a mail with a link that is good for 7 days. The membership is \`invited\`, and grants nothing, until the person accepts it, signed in with the address; without the mail, the invitation is on the start page of the app. The response is the same whether the address has an account or not. Repeat the request to send the mail again: the membership stays, takes the \`role\` sent now, and is open for 7 days from then on. An address that is a user of the workspace already is returned unchanged, and gets no mail. Requires an owner or admin. ${OWNERS} A workspace has at most ${MOST_MEMBERSHIPS} memberships, invitations included (409).`,
  body: v.strictObject({ workspace_id: workspaceField, email: emailField, role: v.picklist(ALL_ROLES) }),
  example: { workspace_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp', email: 'ada@acme.com', role: 'member' },
  responses: {
    200: { description: 'The membership that the address has already.', schema: MembershipBody },
    201: { description: 'The invitation. `Location` is its URL.', schema: MembershipBody },
  },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: ['inclusion', 'invalid', 'invalid_type', 'invalid_format', 'unknown_field'],
    429: ['rate_limited'],
  },
});

export const getMembershipContract = contract({
  method: 'GET',
  path: '/organization_memberships/{id}',
  group,
  access: 'read',
  summary: 'Read a membership',
  description: 'A user of the workspace, or an invitation.',
  params,
  responses: { 200: { description: 'The membership.', schema: MembershipBody } },
  errors: { 404: ['not_found'] },
});

export const updateMembershipContract = contract({
  method: 'PATCH',
  path: '/organization_memberships/{id}',
  group,
  access: 'administer',
  audits: 'membership.updated',
  summary: 'Change the role of a membership',
  description: `Of a user or of an invitation. Requires an owner or admin. ${OWNERS} ${LAST}`,
  params,
  body: v.strictObject({ role: v.optional(v.picklist(ALL_ROLES)) }),
  example: { role: 'admin' },
  responses: { 200: { description: 'The membership.', schema: MembershipBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict', 'workspace_owner'],
    422: ['inclusion', 'invalid', 'invalid_type', 'unknown_field'],
  },
});

export const deleteMembershipContract = contract({
  method: 'DELETE',
  path: '/organization_memberships/{id}',
  group,
  access: 'read',
  audits: 'membership.deleted',
  summary: 'Remove a membership',
  description: `Removes a user from the workspace or withdraws an invitation. What the key of the user and its sessions could do there ends with their next request. Users can remove their own membership with any role; another's requires an owner or admin. ${OWNERS} ${LAST}`,
  params,
  responses: { 200: { description: 'The membership as it was.', schema: MembershipBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict', 'workspace_owner'] },
});
