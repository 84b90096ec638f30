import { apiGroup } from '#shared/api/api-group';
import { listOrganizationsContract } from '#shared/api/contracts/workspaces';
import { servedAs } from '#shared/api/deprecated';
import { archiveWorkspace as archive } from '#shared/commands/workspaces/archive-workspace';
import { createWorkspace as create } from '#shared/commands/workspaces/create-workspace';
import { updateWorkspace as update } from '#shared/commands/workspaces/update-workspace';
import { workspaceNumber } from '#shared/providers/ids';
import { userStore } from '#shared/storage/users';
import { workspaceStore } from '#shared/storage/workspaces';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
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
