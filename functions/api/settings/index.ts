import { unprocessable } from '#shared/core/refusal';
import { apiGroup } from '#shared/http/api-group';
import { created, endpoint, ok } from '#shared/http/endpoint';
import { listEndpoint } from '#shared/http/list-endpoint';
import type { AppContext } from '#shared/http/ports/app-context';
import {
  assignSettingsContract,
  getAssignmentContract,
  listAssignmentsContract,
  unassignSettingsContract,
} from '#shared/settings/assignments/contract';
import { assignSettings } from '#shared/settings/commands/assign-settings';
import { prefetchScope } from '#shared/settings/commands/assign-to-scope';
import { deleteSettings } from '#shared/settings/commands/delete-settings';
import { createSettings, updateSettings } from '#shared/settings/commands/save-settings';
import { loadAssignment, unassignSettings } from '#shared/settings/commands/unassign-settings';
import { readNamedResources, requireUsable } from '#shared/settings/commands/usable-values';
import {
  createSettingsContract,
  deleteSettingsContract,
  getSettingsContract,
  listSettingsContract,
  updateSettingsContract,
} from '#shared/settings/contract';
import { presentAssignment, presentSettings } from '#shared/settings/present';
import { assignments, assignmentsOf, settings as settingsEntity } from '#shared/settings/store';
import { served } from '#shared/wiring/in-the-cloud';
import { accessTo } from '#shared/workspaces/access';

const list = listEndpoint(listSettingsContract, {
  page: ({ context, workspaceId }, request) => settingsEntity.list(context.table, workspaceId, request),
  present: presentSettings,
});

const create = endpoint(createSettingsContract, {
  prefetch: ({ context: { table }, body: { values, scope } }) => [
    scope && prefetchScope(table, scope),
    readNamedResources(table, values),
  ],
  async run({ context, workspace, body: { values, scope } }) {
    const workspaceId = workspace.state.id;
    await requireUsable(context.table, workspaceId, values);
    return createSettings(context)({ workspaceId, values, scope });
  },
  reply: (settings) => created(presentSettings(settings)),
});

const get = endpoint(getSettingsContract, {
  resource: ({ context, params }) => settingsEntity.find(context.table, params.id),
  run: async ({ resource }) => resource.state,
  reply: (settings) => ok(presentSettings(settings)),
});

const update = endpoint(updateSettingsContract, {
  resource: ({ context, params }) => settingsEntity.find(context.table, params.id),
  prefetch: ({ context, body }) => [readNamedResources(context.table, body)],
  async run({ context, workspace, resource, body }) {
    await requireUsable(context.table, workspace.state.id, body);
    return updateSettings(context)(resource.state.id, body);
  },
  reply: (settings) => ok(presentSettings(settings)),
});

const remove = endpoint(deleteSettingsContract, {
  resource: ({ context, params }) => settingsEntity.find(context.table, params.id),
  run: ({ context, resource }) => deleteSettings(context)(resource.state.id),
  reply: (settings) => ok(presentSettings(settings)),
});

const listAssignments = listEndpoint(listAssignmentsContract, {
  page: ({ context, workspaceId, query }, request) =>
    assignments.list(context.table, workspaceId, request, assignmentsOf(query.settings_id)),
  present: presentAssignment,
});

const getAssignment = endpoint(getAssignmentContract, {
  resource: ({ context, params }) => assignments.find(context.table, params.id),
  run: async ({ resource }) => resource.state,
  reply: (assignment) => ok(presentAssignment(assignment)),
});

const assign = endpoint(assignSettingsContract, {
  prefetch: ({ context, body }) => [prefetchScope(context.table, body.scope)],
  /** The workspace of the settings. */
  async workspace({ context, userId, body }) {
    const settings = await settingsEntity.find(context.table, body.settings_id);
    const access = await accessTo(context.table, userId, settings?.state.workspaceId);
    if (access) return access;
    throw unprocessable('settings_id', 'invalid', 'settings_id is not the id of settings that this key can access.');
  },
  run: ({ context, workspace, body: { settings_id: settingsId, scope } }) =>
    assignSettings(context)({ workspaceId: workspace.state.id, settingsId, scope }),
  reply: (assignment) => created(presentAssignment(assignment)),
});

const unassign = endpoint(unassignSettingsContract, {
  resource: ({ context, params }) => assignments.find(context.table, params.id),
  prefetch: ({ context, params }) => [loadAssignment(context.table, params.id)],
  run: ({ context, resource }) => unassignSettings(context)(resource.state.id),
  reply: (assignment) => ok(presentAssignment(assignment)),
});

export const settings = (context: AppContext) =>
  apiGroup(context, list, create, get, update, remove, listAssignments, assign, getAssignment, unassign);

export const handler = served(settings);
