import { accessTo } from '#shared/accounts/workspaces/access';
import { apiGroup } from '#shared/api/http/api-group';
import { created, endpoint, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import {
  assignSettingsContract,
  getAssignmentContract,
  listAssignmentsContract,
  unassignSettingsContract,
} from '#shared/meetings/settings/assignments/contract';
import { assignSettings, loadAssignment, unassignSettings } from '#shared/meetings/settings/commands/assign-settings';
import { loadTarget } from '#shared/meetings/settings/commands/assign-to-scope';
import { loadMeetingBots } from '#shared/meetings/settings/commands/load-meeting-bots';
import { createSettings, deleteSettings, updateSettings } from '#shared/meetings/settings/commands/save-settings';
import { settingsOfMeeting } from '#shared/meetings/settings/commands/settings-of-meeting';
import { loadNamedResources, requireUsable } from '#shared/meetings/settings/commands/usable-values';
import {
  createSettingsContract,
  deleteSettingsContract,
  getSettingsContract,
  listSettingsContract,
  updateSettingsContract,
} from '#shared/meetings/settings/contract';
import { namedInSettings, namedScope } from '#shared/meetings/settings/named-in-body';
import { presentAssignment, presentSettings, presentValues } from '#shared/meetings/settings/present';
import { type SettingsAssignment, scopeEntries } from '#shared/meetings/settings/rules/settings';
import { assignments, assignmentsOf, settings as settingsEntity } from '#shared/meetings/settings/store';
import { served } from '#shared/wiring/served';

const list = listEndpoint(listSettingsContract, {
  page: ({ context: { table }, workspaceId, query: { meeting_id: meetingId } }, request) =>
    meetingId
      ? settingsOfMeeting(table, { workspaceId, meetingId }, request)
      : settingsEntity.list(table, workspaceId, request),
  present: presentSettings,
});

/** What assigning to the scope of a body loads: what it names, and of a meeting the bots. */
async function loadNamedScope(table: Table, body: BodyReader) {
  const owner = namedScope(body)?.owner;
  const target = owner && (await loadTarget(table, owner));
  return target?.type === 'meeting' ? loadMeetingBots(table, target.meeting) : target;
}

const create = endpoint(createSettingsContract, {
  early: ({ context: { table }, body }) => [
    loadNamedScope(table, body),
    loadNamedResources(table, namedInSettings(body)),
  ],
  async run({ context, workspace, body: { values, scope } }) {
    const workspaceId = workspace.state.id;
    await requireUsable(context.table, workspaceId, values);
    return createSettings(context)({ workspaceId, values, scope });
  },
  audited: (settings) => ({ after: presentValues(settings.values) }),
  reply: (settings) => created(presentSettings(settings)),
});

const get = endpoint(getSettingsContract, {
  resource: ({ context, params }) => settingsEntity.find(context.table, params.id),
  run: async ({ resource }) => resource.state,
  reply: (settings) => ok(presentSettings(settings)),
});

const update = endpoint(updateSettingsContract, {
  resource: ({ context, params }) => settingsEntity.find(context.table, params.id),
  early: ({ context, body }) => [loadNamedResources(context.table, namedInSettings(body))],
  async run({ context, workspace, resource, body }) {
    await requireUsable(context.table, workspace.state.id, body);
    return updateSettings(context)(resource.state.id, body);
  },
  // The request's table has what the attempt that is being saved has read.
  async audited(settings, { context, params }) {
    const before = await settingsEntity.find(context.table, params.id);
    return { before: before ? presentValues(before.state.values) : null, after: presentValues(settings.values) };
  },
  reply: (settings) => ok(presentSettings(settings)),
});

const remove = endpoint(deleteSettingsContract, {
  resource: ({ context, params }) => settingsEntity.find(context.table, params.id),
  run: ({ context, resource }) => deleteSettings(context)(resource.state.id),
  audited: (settings) => ({ before: presentValues(settings.values) }),
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

const shownAssignment = ({ settingsId, scope }: SettingsAssignment) => ({
  settings_id: settingsId,
  scope: scopeEntries(scope),
});

const assign = endpoint(assignSettingsContract, {
  early: ({ context, body }) => [loadNamedScope(context.table, body)],
  /** The workspace of the settings. */
  async workspace({ context, userId, body }) {
    const id = body.id('set', 'settings_id');
    const settings = id && (await settingsEntity.find(context.table, id));
    const access = await accessTo(context.table, userId, settings?.state.workspaceId);
    if (access) return access;
    throw unprocessable('settings_id', 'invalid', 'settings_id is not the id of settings that this key can access.');
  },
  run: ({ context, workspace, body: { settings_id: settingsId, scope } }) =>
    assignSettings(context)({ workspaceId: workspace.state.id, settingsId, scope }),
  audited: (assignment) => ({ after: shownAssignment(assignment) }),
  reply: (assignment) => created(presentAssignment(assignment)),
});

const unassign = endpoint(unassignSettingsContract, {
  resource: ({ context, params }) => assignments.find(context.table, params.id),
  early: ({ context, params }) => [loadAssignment(context.table, params.id)],
  run: ({ context, resource }) => unassignSettings(context)(resource.state.id),
  audited: (assignment) => ({ before: shownAssignment(assignment) }),
  reply: (assignment) => ok(presentAssignment(assignment)),
});

export const settings = (context: AppContext) =>
  apiGroup(context, list, create, get, update, remove, listAssignments, assign, getAssignment, unassign);

export const handler = served(settings);
