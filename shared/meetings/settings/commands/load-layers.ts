import { members } from '#shared/accounts/members/store';
import type { AssignedSettings, Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { MemberId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { type Policy, type PolicyScope, policyOf } from '#shared/meetings/settings/rules/policy';
import { layersFrom, type SettingsLayer, type SettingsLayers } from '#shared/meetings/settings/rules/resolve-settings';
import type { Settings } from '#shared/meetings/settings/rules/settings';
import { settings } from '#shared/meetings/settings/store';

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
