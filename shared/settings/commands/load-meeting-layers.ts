import type { MemberId } from '#shared/core/ids';
import type { MemberStore, SettingsStore } from '#shared/events/ports/stores';
import type { Meeting } from '#shared/meetings/rules/meeting';
import type { SettingsLayer, SettingsLayers } from '#shared/settings/rules/resolve-settings';
import type { AssignedSettings, Workspace } from '#shared/workspaces/rules/workspace';

interface Needs {
  readonly settings: Pick<SettingsStore, 'find'>;
  readonly members: Pick<MemberStore, 'find'>;
}

/**
 * Every choice that reaches a meeting, as it stands now. Rows are read once for all the meetings it is asked about, so
 * it is made anew for each page of them. A choice whose settings are gone chooses nothing.
 */
export function meetingLayersLoader({ settings, members }: Needs, workspace: Workspace) {
  const valuesOf = remembered((id: AssignedSettings['settingsId']) => settings.find(id));
  const memberOf = remembered((id: MemberId) => members.find(id));

  const loadLayers = async (choices: readonly AssignedSettings[]): Promise<readonly SettingsLayer[]> => {
    const rows = await Promise.all(choices.map(({ settingsId }) => valuesOf(settingsId)));
    return choices.flatMap(({ category, assignmentId, settingsId }, at) => {
      const values = rows[at]?.state.values;
      return values ? [{ assignmentId, settingsId, category, values }] : [];
    });
  };
  const layersOfMember = async (id: MemberId) => loadLayers((await memberOf(id))?.state.choices ?? []);

  return async (meeting: Meeting): Promise<SettingsLayers> => {
    const ids = [...new Set([...meeting.carriers.map(({ memberId }) => memberId), ...meeting.botMembers])];
    const [own, ofWorkspace, ...ofMembers] = await Promise.all([
      loadLayers(meeting.settings.layers.own),
      loadLayers(workspace.choices),
      ...ids.map(layersOfMember),
    ]);
    return { own, workspace: ofWorkspace, members: Object.fromEntries(ids.map((id, at) => [id, ofMembers[at] ?? []])) };
  };
}

function remembered<Id, Row>(read: (id: Id) => Promise<Row>): (id: Id) => Promise<Row> {
  const rows = new Map<Id, Promise<Row>>();
  return (id) => {
    const row = rows.get(id) ?? read(id);
    rows.set(id, row);
    return row;
  };
}
