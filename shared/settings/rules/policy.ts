import type { MemberId, WorkspaceId } from '#shared/core/ids';
import type { DroppedFields } from '#shared/settings/rules/dropped-fields';
import { generalAssignment } from '#shared/settings/rules/own-settings';
import {
  layersFrom,
  type Resolved,
  resolveForScope,
  type SettingsLayer,
} from '#shared/settings/rules/resolve-settings';
import type { Settings } from '#shared/settings/rules/settings';
import type { AssignedSettings } from '#shared/workspaces/rules/workspace';

interface Assignee<Id> {
  readonly id: Id;
  /** Its assignments. */
  readonly choices: readonly AssignedSettings[];
}

/** A workspace, and the member that a policy is about; without a member, it is the workspace's own policy. */
export interface PolicyScope {
  readonly workspace: Assignee<WorkspaceId>;
  readonly member?: Assignee<MemberId> | undefined;
}

/** The effective settings of a member or a workspace, with every layer that they were resolved from. */
export interface Policy extends Resolved {
  readonly workspaceId: WorkspaceId;
  readonly workspaceLayers: readonly SettingsLayer[];
  /** Undefined for the workspace's own policy. */
  readonly member: { readonly id: MemberId; readonly layers: readonly SettingsLayer[] } | undefined;
  /** What only older versions show of it: the member's fields over the workspace's. */
  readonly dropped: DroppedFields;
}

/** The policy by the settings of its assignments, which may come in any order and with others. */
export function policyOf({ workspace, member }: PolicyScope, settings: readonly Settings[]): Policy {
  const workspaceLayers = layersFrom(workspace.choices, settings);
  const memberLayers = layersFrom(member?.choices ?? [], settings);
  return {
    ...resolveForScope([...memberLayers, ...workspaceLayers]),
    workspaceId: workspace.id,
    workspaceLayers,
    member: member && { id: member.id, layers: memberLayers },
    dropped: { ...droppedOf(workspace.choices, settings), ...droppedOf(member?.choices ?? [], settings) },
  };
}

function droppedOf(assigned: readonly AssignedSettings[], settings: readonly Settings[]): DroppedFields | undefined {
  const general = generalAssignment(assigned);
  return settings.find(({ id }) => id === general?.settingsId)?.dropped;
}
