import { botStore } from '#shared/bots/store';
import { brandKitStore } from '#shared/brand-kits/store';
import { apiGroup } from '#shared/http/api-group';
import type { AppContext } from '#shared/http/ports/app-context';
import { meetingStore } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import { assignSettings as assign } from '#shared/settings/commands/assign-settings';
import { createSettings as create } from '#shared/settings/commands/create-settings';
import { deleteSettings as remove } from '#shared/settings/commands/delete-settings';
import { unassignSettings as unassign } from '#shared/settings/commands/unassign-settings';
import { updateSettings as update } from '#shared/settings/commands/update-settings';
import { settingsStore } from '#shared/settings/store';
import { summaryTemplateStore } from '#shared/summaries/store';
import { served } from '#shared/wiring/in-the-cloud';
import { workspaceStore } from '#shared/workspaces/store';
import { assignSettings } from './assign-settings.ts';
import { createSettings } from './create-settings.ts';
import { deleteSettings } from './delete-settings.ts';
import { getAssignment } from './get-assignment.ts';
import { getSettings } from './get-settings.ts';
import { listAssignments } from './list-assignments.ts';
import { listSettings } from './list-settings.ts';
import { unassignSettings } from './unassign-settings.ts';
import { updateSettings } from './update-settings.ts';

export function settings(context: AppContext) {
  const needs = {
    ...context,
    bots: botStore(context.table),
    meetings: meetingStore(context.table),
    members: memberStore(context.table),
    settings: settingsStore(context.table),
    kits: brandKitStore(context.table),
    templates: summaryTemplateStore(context.table),
    workspaces: workspaceStore(context.table),
  };
  return apiGroup(
    context,
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
