import { apiGroup } from '#shared/api/api-group';
import { assignSettings as assign } from '#shared/commands/settings/assign-settings';
import { createSettings as create } from '#shared/commands/settings/create-settings';
import { deleteSettings as remove } from '#shared/commands/settings/delete-settings';
import { unassignSettings as unassign } from '#shared/commands/settings/unassign-settings';
import { updateSettings as update } from '#shared/commands/settings/update-settings';
import { botStore } from '#shared/storage/bots';
import { brandKitStore } from '#shared/storage/brand-kits';
import { meetingStore } from '#shared/storage/meetings';
import { memberStore } from '#shared/storage/members';
import { settingsStore } from '#shared/storage/settings';
import { summaryTemplateStore } from '#shared/storage/summary-templates';
import { workspaceStore } from '#shared/storage/workspaces';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { assignSettings } from './assign-settings.ts';
import { createSettings } from './create-settings.ts';
import { deleteSettings } from './delete-settings.ts';
import { getAssignment } from './get-assignment.ts';
import { getSettings } from './get-settings.ts';
import { listAssignments } from './list-assignments.ts';
import { listSettings } from './list-settings.ts';
import { unassignSettings } from './unassign-settings.ts';
import { updateSettings } from './update-settings.ts';

export function settings(around: Surroundings) {
  const needs = {
    ...around,
    bots: botStore(around.table),
    meetings: meetingStore(around.table),
    members: memberStore(around.table),
    settings: settingsStore(around.table),
    kits: brandKitStore(around.table),
    templates: summaryTemplateStore(around.table),
    workspaces: workspaceStore(around.table),
  };
  return apiGroup(
    around.edge,
    listSettings(needs),
    createSettings({ ...needs, create: create(needs) }),
    getSettings(needs),
    updateSettings({ ...needs, update: update(needs) }),
    deleteSettings({ ...needs, remove: remove(needs) }),
    listAssignments(needs),
    assignSettings({ ...needs, assign: assign(needs) }),
    getAssignment(needs),
    unassignSettings({ ...needs, unassign: unassign(needs) }),
  );
}

export const handler = served(settings);
