import { members } from '#shared/accounts/members/store';
import { accessTo, resolveWorkspace } from '#shared/accounts/workspaces/access';
import { apiGroup } from '#shared/api/http/api-group';
import { byFound } from '#shared/api/http/early';
import { endpoint, ok, type Unverified } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { notFound } from '#shared/foundation/core/refusal';
import { loadAssigned, loadPolicy } from '#shared/meetings/settings/commands/load-layers';
import { updatePolicy } from '#shared/meetings/settings/commands/update-policy';
import { loadNamedResources, requireUsable } from '#shared/meetings/settings/commands/usable-values';
import { namedInSettings } from '#shared/meetings/settings/named-in-body';
import { getPolicyContract, type PolicyOwner, updatePolicyContract } from '#shared/meetings/settings/policies/contract';
import { presentPolicy } from '#shared/meetings/settings/policies/present';
import { withRetentionMaximum } from '#shared/meetings/settings/rules/retention-maximum';
import { served } from '#shared/wiring/served';

type OfPolicy = Pick<Unverified<{ readonly id: PolicyOwner }, unknown>, 'context' | 'params'>;

/** The member whose policy it is; undefined for the policy of a workspace. */
const memberOf = async ({ context, params: { id: owner } }: OfPolicy) =>
  'memberId' in owner ? members.find(context.table, owner.memberId) : undefined;

/** A member's assignments are known as soon as the member is, so their settings are read along with the role. */
const ofMember = byFound(memberOf, (table, { choices }) => loadAssigned(table, choices));

/** The workspace itself, or the member's; a member that does not exist or is of another workspace is 404. */
async function policyWorkspace(request: OfPolicy & Pick<Unverified<unknown, unknown>, 'userId'>) {
  const { context, userId, params } = request;
  if ('workspace' in params.id) return resolveWorkspace(context.table, userId, params.id.workspace);
  const member = await memberOf(request);
  const access = await accessTo(context.table, userId, member?.state.workspaceId);
  if (!access) throw notFound('policy');
  return access;
}

const get = endpoint(getPolicyContract, {
  workspace: policyWorkspace,
  async run(request) {
    const member = await memberOf(request);
    const policy = await loadPolicy(request.context.table, {
      workspace: request.workspace.state,
      member: member?.state,
    });
    return withRetentionMaximum(policy, request.context.retentionMaximumDays);
  },
  reply: (policy) => ok(presentPolicy(policy)),
});

const update = endpoint(updatePolicyContract, {
  workspace: policyWorkspace,
  early: (request) => [loadNamedResources(request.context.table, namedInSettings(request.body)), ...ofMember(request)],
  async run({ context, workspace, params: { id: owner }, body }) {
    const workspaceId = workspace.state.id;
    await requireUsable(context.table, workspaceId, body.values);
    const memberId = 'memberId' in owner ? owner.memberId : undefined;
    const policy = await updatePolicy(context)({ workspaceId, memberId }, body);
    return withRetentionMaximum(policy, context.retentionMaximumDays);
  },
  // The command says itself what was there before and after.
  audited: (_policy, { params: { id: owner }, workspace }) => ({
    targetId: 'memberId' in owner ? owner.memberId : workspace.state.id,
  }),
  reply: (policy) => ok(presentPolicy(policy)),
});

export const policies = (context: AppContext) => apiGroup(context, get, update);

export const handler = served(policies);
