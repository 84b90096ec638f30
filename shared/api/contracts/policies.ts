import * as v from 'valibot';
import { contract } from '#shared/api/contract';
import { documented, none } from '#shared/api/fields';
import { PolicyBody } from '#shared/api/resources/policies';
import { idOf, type MemberId } from '#shared/domain/ids';

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
  summary: 'Read a policy',
  description:
    'The settings that apply to a member or a workspace as such, and where each comes from. Choices about external or internal meetings alone are listed in `assignments` and decide only at a meeting. `own` marks those of the member or workspace itself.',
  params: v.object({ id: ownerField }),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The policy.', schema: PolicyBody } },
  refusals: { 401: ['unauthorized'], 404: ['not_found'] },
});
