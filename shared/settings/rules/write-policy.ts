import type { AssignmentId, SettingsId, WorkspaceId } from '#shared/core/ids';
import type { Loaded, Saved } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import { generalAssignment } from '#shared/settings/commands/general-settings';
import { type ValuesChange, valuesAfter } from '#shared/settings/rules/change-values';
import { type DroppedFields, mergeDropped } from '#shared/settings/rules/dropped-fields';
import type { Scope, ScopeOwner, Settings, SettingsAssignment } from '#shared/settings/rules/settings';
import type { AssignedSettings } from '#shared/workspaces/rules/workspace';

/** What is written into the policy of a workspace or a member. */
export interface PolicyWrite {
  readonly owner: Exclude<ScopeOwner, { readonly type: 'meeting' }>;
  readonly values: ValuesChange;
  readonly dropped: DroppedFields;
}

/** Whom the policy is of, as it stands. */
export interface PolicyOwnerRead {
  readonly workspaceId: WorkspaceId;
  readonly choices: readonly AssignedSettings[];
  /** The settings that it chose for all its meetings; undefined where it has none, or they are gone. */
  readonly own: Loaded<Settings> | undefined;
}

interface Fresh {
  readonly settingsId: SettingsId;
  readonly assignmentId: AssignmentId;
  readonly now: Instant;
}

export interface WrittenPolicy {
  /** The scope's own settings, as they are from now on. */
  readonly own: Settings;
  readonly choices: readonly AssignedSettings[];
  readonly settings: readonly Saved<Settings>[];
  readonly assignments: readonly Saved<SettingsAssignment>[];
  readonly removedAssignments: readonly AssignmentId[];
}

/** Writes a scope's own settings. They are made for it where it has none, and split off where others share them. */
export function writePolicy(read: PolicyOwnerRead, write: PolicyWrite, fresh: Fresh): WrittenPolicy {
  const { own, choices } = read;
  const scope: Scope = { owner: write.owner, category: 'always' };
  const before = own?.state;
  const isShared = before !== undefined && before.assignments.length > 1;
  const values = valuesAfter(before?.values ?? {}, write.values, [scope]);
  const dropped = mergeDropped(before?.dropped ?? {}, write.dropped);
  const content = { values, ...(Object.keys(dropped).length > 0 && { dropped }) };
  if (own && before && !isShared) {
    const { dropped: _before, ...rest } = before;
    const after = { ...rest, ...content, updatedAt: fresh.now };
    return { own: after, choices, settings: [{ before: own, after }], assignments: [], removedAssignments: [] };
  }
  const made = madeFor(read.workspaceId, scope, content, fresh);
  const mine = generalAssignment(choices);
  const others = choices.filter((choice) => choice !== mine);
  return {
    own: made.settings,
    choices: [...others, { category: 'always', assignmentId: fresh.assignmentId, settingsId: fresh.settingsId }],
    settings: [{ before: undefined, after: made.settings }, ...(own ? [without(own, mine, fresh.now)] : [])],
    assignments: [{ before: undefined, after: made.assignment }],
    removedAssignments: own && mine ? [mine.assignmentId] : [],
  };
}

function madeFor(
  workspaceId: WorkspaceId,
  scope: Scope,
  content: Pick<Settings, 'values' | 'dropped'>,
  { settingsId, assignmentId, now }: Fresh,
) {
  const stamps = { workspaceId, createdAt: now, updatedAt: now };
  return {
    settings: { id: settingsId, ...content, assignments: [{ id: assignmentId, scope }], ...stamps },
    assignment: { id: assignmentId, settingsId, scope, ...stamps },
  };
}

/** What others are assigned to stays as it is for them. */
function without(before: Loaded<Settings>, mine: AssignedSettings | undefined, now: Instant): Saved<Settings> {
  const assignments = before.state.assignments.filter(({ id }) => id !== mine?.assignmentId);
  return { before, after: { ...before.state, assignments, updatedAt: now } };
}
