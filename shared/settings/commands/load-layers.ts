import type { MemberId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { members } from '#shared/members/store';
import { type Policy, type PolicyScope, policyOf } from '#shared/settings/rules/policy';
import { layersFrom, type SettingsLayer, type SettingsLayers } from '#shared/settings/rules/resolve-settings';
import type { Settings } from '#shared/settings/rules/settings';
import { settings } from '#shared/settings/store';
import type { AssignedSettings, Workspace } from '#shared/workspaces/rules/workspace';

/** The settings behind some assignments, read side by side; deleted ones are left out. */
export async function loadAssigned(
  table: Table,
  assigned: readonly Pick<AssignedSettings, 'settingsId'>[],
): Promise<readonly Settings[]> {
  const rows = await Promise.all(assigned.map(({ settingsId }) => settings.find(table, settingsId)));
  return rows.flatMap((row) => row?.state ?? []);
}

/** The layers of some assignments, with the newest values of their settings. */
export const loadLayers = async (
  table: Table,
  assigned: readonly AssignedSettings[],
): Promise<readonly SettingsLayer[]> => layersFrom(assigned, await loadAssigned(table, assigned));

/** The members whose settings apply to a meeting. */
const membersOn = ({ carriers, botMembers }: Meeting): readonly MemberId[] => [
  ...new Set([...carriers.map(({ memberId }) => memberId), ...botMembers]),
];

/** The newest layers of everything that is assigned to a meeting, to its members and to its workspace. */
export async function loadMeetingLayers(
  table: Table,
  workspace: Workspace,
  meeting: Meeting,
  ids: readonly MemberId[] = membersOn(meeting),
): Promise<SettingsLayers> {
  const [own, ofWorkspace, ...ofMembers] = await Promise.all([
    loadLayers(table, meeting.settings.layers.own),
    loadLayers(table, workspace.choices),
    ...ids.map(async (id) => loadLayers(table, (await members.find(table, id))?.state.choices ?? [])),
  ]);
  return { own, workspace: ofWorkspace, members: Object.fromEntries(ids.map((id, at) => [id, ofMembers[at] ?? []])) };
}

/** The policy of a workspace, or of a member of it, from the newest settings. */
export const loadPolicy = async (table: Table, scope: PolicyScope): Promise<Policy> =>
  policyOf(scope, await loadAssigned(table, [...scope.workspace.choices, ...(scope.member?.choices ?? [])]));
