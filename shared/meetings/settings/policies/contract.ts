import * as v from 'valibot';
import { idOf, type MemberId } from '#shared/foundation/core/ids';
import { contract } from '#shared/foundation/http/contract';
import { documented } from '#shared/foundation/http/fields';
import { olderPolicyField, policyField } from '#shared/meetings/settings/policies/fields';
import { PolicyBody } from '#shared/meetings/settings/policies/present';

/** Whose policy: a member's, or a workspace's by either form of its id. */
export type PolicyOwner = { readonly memberId: MemberId } | { readonly workspace: string };

const ownerField = documented(
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): PolicyOwner => {
      const memberId = idOf('mem', dataset.value);
      if (memberId) return { memberId };
      if (idOf('wks', dataset.value) || /^\d{9}$/.test(dataset.value)) return { workspace: dataset.value };
      addIssue({ message: '[invalid] must be the id of a member or a workspace.' });
      return NEVER;
    }),
  ),
  { type: 'string', pattern: '^(mem_|wks_|[0-9]{9}$)' },
) as v.GenericSchema<string, PolicyOwner>;

export const getPolicyContract = contract({
  method: 'GET',
  path: '/policies/{id}',
  group: 'policies',
  access: 'read',
  summary: 'Read a policy',
  description:
    'The effective settings of a member or a workspace, and where each value comes from. Settings for external or internal meetings only are listed in `assignments` and take effect at a meeting. `own` marks the assignments of the member or workspace itself.',
  params: v.object({ id: ownerField }),
  responses: { 200: { description: 'The policy.', schema: PolicyBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'] },
});

export const updatePolicyContract = contract({
  method: 'PATCH',
  path: '/policies/{id}',
  group: 'policies',
  access: 'administer',
  audits: 'policy.updated',
  choices: 'settings',
  summary: 'Change a policy',
  description:
    'Writes the settings of the member or workspace itself, for all its meetings. They are created if there are none, and split off if they are also assigned elsewhere. Only the fields sent are written, at any depth; null removes a value. Upcoming meetings and their bots follow within a minute. A brand kit can be set for a workspace only.',
  params: v.object({ id: ownerField }),
  body: policyField,
  bodyKept: { behaviour: 'dropped-policy-fields', body: olderPolicyField },
  example: { recording: { enabled: true }, transcription: { language: 'de' } },
  responses: { 200: { description: 'The updated policy.', schema: PolicyBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['blank', 'invalid', 'invalid_type', 'too_long', 'unknown_field', 'not_supported', 'unusable_setting'],
    429: ['rate_limited'],
  },
});
