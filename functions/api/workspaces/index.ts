import { users } from '#shared/accounts/identity/store';
import { resolveWorkspace, workspaceIdNamed } from '#shared/accounts/workspaces/access';
import { addWorkspace, archiveWorkspace, saveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import {
  archiveWorkspaceContract,
  createWorkspaceContract,
  getWorkspaceContract,
  updateWorkspaceContract,
} from '#shared/accounts/workspaces/contract';
import { presentWorkspace } from '#shared/accounts/workspaces/present';
import { membersCount } from '#shared/accounts/workspaces/store';
import { apiGroup } from '#shared/api/http/api-group';
import { created, endpoint, ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { UserId } from '#shared/foundation/core/ids';
import { served } from '#shared/wiring/served';
import * as agents from './agents.ts';
import * as auditEvents from './audit-events.ts';
import { usage } from './get-usage.ts';
import { list } from './list-workspaces.ts';
import * as memberships from './memberships.ts';

interface Named {
  readonly params: { readonly id: string };
  readonly context: AppContext;
}

/** The count of members of the workspace that the path names. */
async function countMembers({ params, context }: Named): Promise<number> {
  const id = await workspaceIdNamed(context.table, params.id);
  return id === undefined ? 0 : membersCount(context.table, id);
}

/** The workspace that the path names, by id or number, with its count of members read along. */
const named = {
  workspace: ({ params, context, userId }: Named & { readonly userId: UserId }) =>
    resolveWorkspace(context.table, userId, params.id),
  early: (request: Named) => [countMembers(request)],
};

const get = endpoint(getWorkspaceContract, {
  ...named,
  run: countMembers,
  reply: (members, { workspace, role }) => ok(presentWorkspace(workspace.state, role, members)),
});

const create = endpoint(createWorkspaceContract, {
  early: ({ context, userId }) => [users.find(context.table, userId)],
  async run({ context, caller, body: { name, email_domains, metadata } }) {
    const email = (await users.find(context.table, caller.userId))?.state.email ?? '';
    return addWorkspace(context)({ id: caller.userId, email }, { name, emailDomains: email_domains, metadata });
  },
  reply: (workspace, { context }) =>
    created(presentWorkspace(workspace, 'owner', 0), `${context.baseUrl}/workspaces/${workspace.id}`),
});

const update = endpoint(updateWorkspaceContract, {
  ...named,
  async run(request) {
    const { context, workspace, body } = request;
    const { name, email_domains, metadata } = body;
    const members = await countMembers(request);
    const saved = await saveWorkspace(context)(workspace.state.id, { name, emailDomains: email_domains, metadata });
    return { saved, members };
  },
  reply: ({ saved, members }, { role }) => ok(presentWorkspace(saved, role, members)),
});

const archive = endpoint(archiveWorkspaceContract, {
  ...named,
  async run(request) {
    const members = await countMembers(request);
    return { archived: await archiveWorkspace(request.context)(request.workspace.state.id), members };
  },
  reply: ({ archived, members }, { role }) => ok(presentWorkspace(archived, role, members)),
});

export const workspaces = (context: AppContext) =>
  apiGroup(
    context,
    ...[list, create, get, update, archive],
    ...[memberships.list, memberships.invite, memberships.get, memberships.update, memberships.remove],
    usage,
    ...[auditEvents.list, auditEvents.get],
    ...[agents.list, agents.end],
  );

export const handler = served(workspaces);
