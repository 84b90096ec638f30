import type { MemberId } from '#shared/core/ids';
import type { Page, PageRequest } from '#shared/core/page';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { eraseMember, loadRemoved } from '#shared/erasures/commands/erase-member';
import { eraseMemberContract } from '#shared/erasures/contract';
import { presentMemberErasure } from '#shared/erasures/present';
import { apiGroup } from '#shared/http/api-group';
import { endpoint, ok } from '#shared/http/endpoint';
import { type ListRequest, listEndpoint } from '#shared/http/list-endpoint';
import type { AppContext } from '#shared/http/ports';
import type { BodyReader } from '#shared/http/request/body-reader';
import { findWithSettings, loadPersonOf, removeMember } from '#shared/members/commands/remove-member';
import { addMember, saveMember } from '#shared/members/commands/save-member';
import {
  createMemberContract,
  deleteMemberContract,
  getMemberContract,
  listMembersContract,
  updateMemberContract,
} from '#shared/members/contract';
import { removedMember } from '#shared/members/removed-members-store';
import type { Member } from '#shared/members/rules/member';
import { memberIdByEmail, members as memberRows } from '#shared/members/store';
import { served } from '#shared/wiring/served';
import { workspaceIdNamed } from '#shared/workspaces/access';
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
  prefetch: ({ context, body }) => [memberNamed(context.table, body)],
  run: ({ context, workspace, body: { name, email, metadata } }) =>
    addMember(context)({ workspaceId: workspace.state.id, name, email, metadata }),
  reply: async ({ member, isNew }, request) => ({
    status: isNew ? 201 : 200,
    body: await presentMemberTo(request, member),
  }),
});

/** The member with the email, where the body names the workspace too. */
async function memberNamed(table: Table, body: BodyReader): Promise<void> {
  const [named, email] = [body.workspaceId(), body.email('email')];
  const workspaceId = named === undefined ? undefined : await workspaceIdNamed(table, named);
  if (workspaceId && email !== undefined) await memberIdByEmail(table, workspaceId, email);
}

const update = endpoint(updateMemberContract, {
  resource,
  run: ({ context, resource, body }) => saveMember(context)(resource.state.id, body),
  reply: async (member, request) => ok(await presentMemberTo(request, member)),
});

const remove = endpoint(deleteMemberContract, {
  resource,
  prefetch: ({ params, context }) => [
    findWithSettings(context.table, params.id),
    loadPersonOf(context.table, params.id),
  ],
  run: ({ context, resource }) => removeMember(context)(resource.state.id),
  reply: async (member, request) => ok(await presentMemberTo(request, member)),
});

/** A member who is there, who cannot be erased, or what is kept of one who was removed. */
const thereOrRemoved = async (request: Named): Promise<Loaded<Pick<Member, 'workspaceId'>> | undefined> =>
  (await resource(request)) ?? (await removedMember(request.context.table, request.params.id));

const erase = endpoint(eraseMemberContract, {
  resource: thereOrRemoved,
  prefetch: ({ params, context }) => [loadRemoved(context, params.id)],
  run: ({ context, params }) => eraseMember(context)(params.id),
  reply: (erasure) => ok(presentMemberErasure(erasure)),
});

export const members = (context: AppContext) => apiGroup(context, list, get, create, update, remove, erase);

export const handler = served(members);
