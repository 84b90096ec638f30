import type { AssignedSettings } from '#shared/accounts/workspaces/rules/workspace';
import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import type { Loaded } from '#shared/foundation/core/store';
import { type ValuesChange, valuesAfter } from '#shared/meetings/settings/rules/change-values';
import {
  type Fresh,
  generalAssignment,
  type OwnSettings,
  withGeneralAssignment,
  writeOwnSettings,
} from '#shared/meetings/settings/rules/own-settings';
import {
  layersFrom,
  type Resolved,
  resolveForScope,
  type SettingsLayer,
} from '#shared/meetings/settings/rules/resolve-settings';
import {
  type DroppedFields,
  mergeDropped,
  type ScopeOwner,
  type Settings,
} from '#shared/meetings/settings/rules/settings';

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

/** A change of the policy of a workspace or a member. */
export interface PolicyChange {
  readonly values: ValuesChange;
  /** From callers of older versions alone. */
  readonly dropped: DroppedFields;
}

/** The owner of a policy as it is stored. */
interface PolicyOwnerState {
  readonly workspaceId: WorkspaceId;
  readonly owner: Exclude<ScopeOwner, { readonly type: 'meeting' }>;
  readonly choices: readonly AssignedSettings[];
  /** Its settings for all meetings; undefined where it has none, and where they were deleted. */
  readonly stored: Loaded<Settings> | undefined;
}

interface WrittenPolicy extends OwnSettings {
  readonly choices: readonly AssignedSettings[];
}

/** Writes the policy of a workspace or a member into its own settings; undefined where nothing changes. */
export function writePolicy(
  { choices, ...policy }: PolicyOwnerState,
  change: PolicyChange,
  fresh: Fresh,
): WrittenPolicy | undefined {
  const { values: valuesBefore = {}, dropped: droppedBefore = {} } = policy.stored?.state ?? {};
  const values = valuesAfter(valuesBefore, change.values, [policy]);
  const dropped = mergeDropped(droppedBefore, change.dropped);
  if (isSame(valuesBefore, values) && isSame(droppedBefore, dropped)) return undefined;
  const content = { values, ...(Object.keys(dropped).length > 0 && { dropped }) };
  const written = writeOwnSettings({ ...policy, assigned: generalAssignment(choices) }, content, fresh);
  return { ...written, choices: withGeneralAssignment(choices, written.assigned) };
}
