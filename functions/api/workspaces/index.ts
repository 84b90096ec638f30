import { apiGroup } from '#shared/http/api-group';
import { servedAs } from '#shared/http/deprecated';
import { userStore } from '#shared/identity/store';
import { workspaceNumber } from '#shared/platform/type-ids';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { archiveWorkspace as archive } from '#shared/workspaces/commands/archive-workspace';
import { createWorkspace as create } from '#shared/workspaces/commands/create-workspace';
import { updateWorkspace as update } from '#shared/workspaces/commands/update-workspace';
import { listOrganizationsContract } from '#shared/workspaces/contract';
import { workspaceStore } from '#shared/workspaces/store';
import { archiveWorkspace } from './archive-workspace.ts';
import { createWorkspace } from './create-workspace.ts';
import { getWorkspace } from './get-workspace.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { updateWorkspace } from './update-workspace.ts';

export function workspaces(around: Surroundings) {
  const needs = {
    ...around,
    users: userStore(around.table),
    workspaces: workspaceStore(around.table),
    newNumber: () => workspaceNumber(around.randomBytes),
  };
  return apiGroup(
    around.edge,
    listWorkspaces(needs),
    servedAs(listOrganizationsContract, listWorkspaces(needs)),
    createWorkspace({ ...needs, create: create(needs) }),
    getWorkspace(needs),
    updateWorkspace({ ...needs, update: update(needs) }),
    archiveWorkspace({ ...needs, archive: archive(needs) }),
  );
}

export const handler = served(workspaces);
