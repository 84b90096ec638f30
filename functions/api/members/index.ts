import { addMember, saveMember } from '#shared/accounts/members/commands/save-member';
import {
  createMemberContract,
  deleteMemberContract,
  getMemberContract,
  listMembersContract,
  updateMemberContract,
} from '#shared/accounts/members/contract';
import { removedMember } from '#shared/accounts/members/removed-members-store';
import type { Member } from '#shared/accounts/members/rules/member';
import { memberIdByEmail, members as memberRows } from '#shared/accounts/members/store';
import { apiGroup } from '#shared/api/http/api-group';
import { byWorkspace } from '#shared/api/http/early';
import { endpoint, ok } from '#shared/api/http/endpoint';
import { type ListRequest, listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { MemberId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Loaded } from '#shared/foundation/core/store';
import { eraseMember, loadRemoved } from '#shared/lifecycle/erasures/commands/erase-member';
import { eraseMemberContract } from '#shared/lifecycle/erasures/contract';
import { presentMemberErasure } from '#shared/lifecycle/erasures/present';
import { findWithSettings, loadPersonOf, removeMember } from '#shared/lifecycle/members/commands/remove-member';
import { served } from '#shared/wiring/served';
import { presentMemberTo } from './present-member-to.ts';

interface Named {
  readonly params: { readonly id: MemberId };
  readonly context: AppContext;
}

const resource = ({ params, context }: Named) => memberRows.find(context.table, params.id);

const list = listEndpoint(listMembersContract, {
  page: (found, request) =>
    found.query.email === undefined
      ? memberRows.list(found.context.table, found.workspaceId, request)
      : pageByEmail(found, found.query.email, request),
  present: (member, request) => presentMemberTo(request, member),
});

/** The member with the email, or none. */
async function pageByEmail(
  { context: { table }, workspaceId }: ListRequest<unknown>,
  email: string,
  { keysOnly }: PageRequest,
): Promise<Page<Member>> {
  const id = await memberIdByEmail(table, workspaceId, email);
  const member = id && !keysOnly ? await memberRows.find(table, id) : undefined;
  return { items: member ? [member.state] : [], next: undefined };
}

const get = endpoint(getMemberContract, {
  resource,
  run: async ({ resource }) => resource.state,
  reply: async (member, request) => ok(await presentMemberTo(request, member)),
});

const create = endpoint(createMemberContract, {
  early({ context, body }) {
    const email = body.email('email');
    if (email === undefined) return [];
    return [byWorkspace(context.table, body.workspaceId(), (table, id) => memberIdByEmail(table, id, email))];
  },
  run: ({ context, workspace, body: { name, email, metadata } }) =>
    addMember(context)({ workspaceId: workspace.state.id, name, email, metadata }),
  reply: async ({ member, isNew }, request) => ({
    status: isNew ? 201 : 200,
    body: await presentMemberTo(request, member),
  }),
});

const update = endpoint(updateMemberContract, {
  resource,
  run: ({ context, resource, body }) => saveMember(context)(resource.state.id, body),
  reply: async (member, request) => ok(await presentMemberTo(request, member)),
});

const remove = endpoint(deleteMemberContract, {
  resource,
  early: ({ params, context }) => [findWithSettings(context.table, params.id), loadPersonOf(context.table, params.id)],
  run: ({ context, resource }) => removeMember(context)(resource.state.id),
  reply: async (member, request) => ok(await presentMemberTo(request, member)),
});

/** A member who is there, who cannot be erased, or what is kept of one who was removed. */
const thereOrRemoved = async (request: Named): Promise<Loaded<Pick<Member, 'workspaceId'>> | undefined> =>
  (await resource(request)) ?? (await removedMember(request.context.table, request.params.id));

const erase = endpoint(eraseMemberContract, {
  resource: thereOrRemoved,
  early: ({ params, context }) => [loadRemoved(context, params.id)],
  run: ({ context, params }) => eraseMember(context)(params.id),
  reply: (erasure) => ok(presentMemberErasure(erasure)),
});

export const members = (context: AppContext) => apiGroup(context, list, get, create, update, remove, erase);

export const handler = served(members);
