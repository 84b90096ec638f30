import type { WorkspaceId } from '#shared/core/ids';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import { type ValuesChange, valuesAfter } from '#shared/settings/rules/change-values';
import { type DroppedFields, mergeDropped } from '#shared/settings/rules/dropped-fields';
import {
  type Fresh,
  generalAssignment,
  type OwnSettings,
  withGeneralAssignment,
  writeOwnSettings,
} from '#shared/settings/rules/own-settings';
import type { ScopeOwner, Settings } from '#shared/settings/rules/settings';
import type { AssignedSettings } from '#shared/workspaces/rules/workspace';

/** A change of the policy of a workspace or a member. */
export interface PolicyChange {
  readonly values: ValuesChange;
  /** From callers of older versions alone. */
  readonly dropped: DroppedFields;
}

/** The owner of a policy as it is stored. */
export interface PolicyOwnerState {
  readonly workspaceId: WorkspaceId;
  readonly owner: Exclude<ScopeOwner, { readonly type: 'meeting' }>;
  readonly choices: readonly AssignedSettings[];
  /** Its settings for all meetings; undefined where it has none, and where they were deleted. */
  readonly stored: Loaded<Settings> | undefined;
}

export interface WrittenPolicy extends OwnSettings {
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
