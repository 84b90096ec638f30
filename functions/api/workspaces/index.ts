import { apiGroup } from '#shared/http/api-group';
import type { AppContext } from '#shared/http/ports/app-context';
import { userStore } from '#shared/identity/store';
import { workspaceNumber } from '#shared/platform/type-ids';
import { served } from '#shared/wiring/in-the-cloud';
import { archiveWorkspace as archive } from '#shared/workspaces/commands/archive-workspace';
import { createWorkspace as create } from '#shared/workspaces/commands/create-workspace';
import { updateWorkspace as update } from '#shared/workspaces/commands/update-workspace';
import { workspaceStore } from '#shared/workspaces/store';
import { archiveWorkspace } from './archive-workspace.ts';
import { createWorkspace } from './create-workspace.ts';
import { getWorkspace } from './get-workspace.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { updateWorkspace } from './update-workspace.ts';

export function workspaces(context: AppContext) {
  const needs = {
    ...context,
    users: userStore(context.table),
    workspaces: workspaceStore(context.table),
    newNumber: () => workspaceNumber(context.randomBytes),
  };
  return apiGroup(
    context,
    listWorkspaces(needs),
    createWorkspace({ ...needs, create: create(needs) }),
    getWorkspace(needs),
    updateWorkspace({ ...needs, update: update(needs) }),
    archiveWorkspace({ ...needs, archive: archive(needs) }),
  );
}

export const handler = served(workspaces);
