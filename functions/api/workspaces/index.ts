import { apiGroup } from '#shared/api/api-group';
import { workspaceStore } from '#shared/storage/workspaces';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { getWorkspace } from './get-workspace.ts';
import { listWorkspaces } from './list-workspaces.ts';

export function workspaces(around: Surroundings) {
  const needs = { ...around, workspaces: workspaceStore(around.table) };
  return apiGroup(around.edge, listWorkspaces(needs), getWorkspace(needs));
}

export const handler = served(workspaces);
