import { propagateToWorkspace } from '#shared/accounts/workspaces/rules/propagate-to-workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { BrandKitId, SettingsId, WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { unauthorized } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import { type Unset, unsetBrandKit } from '#shared/meetings/brand-kits/commands/delete-kit';
import { joined, leaveKit } from '#shared/meetings/brand-kits/commands/kit-link-writes';
import type { BrandKit } from '#shared/meetings/brand-kits/rules/brand-kit';
import { kitUsedBy } from '#shared/meetings/brand-kits/rules/kit-use';
import { generalAssignment } from '#shared/meetings/settings/rules/own-settings';
import { writePolicy } from '#shared/meetings/settings/rules/policy';
import { settings, settingsWrites } from '#shared/meetings/settings/store';

/** Workspaces whose use one transaction changes: eleven writes each at most, of the 100 that it holds. */
export const USES_AT_ONCE = 6;

/** The use that one transaction can reach, on the way from the one that is to the one that is wanted. */
export function nextUse(now: readonly WorkspaceId[], wanted: readonly WorkspaceId[]): readonly WorkspaceId[] {
  const ended = now.filter((id) => !wanted.includes(id));
  const begun = wanted.filter((id) => !now.includes(id));
  if (ended.length + begun.length <= USES_AT_ONCE) return wanted;
  const [endedNow, left] = [ended.slice(0, USES_AT_ONCE), Math.max(0, USES_AT_ONCE - ended.length)];
  return [...now.filter((id) => !endedNow.includes(id)), ...begun.slice(0, left)];
}

/**
 * The settings that follow from a change of `workspace_ids`: a workspace that is new there chooses the kit in the settings
 * of all its meetings, which are created where it has none; one that is not there any more has that choice undone. All of
 * it goes into the transaction of the kit.
 */
export async function useChanges(
  context: CommandContext,
  kit: Pick<BrandKit, 'id' | 'workspaceId'>,
  { before, after }: { readonly before: readonly WorkspaceId[]; readonly after: readonly WorkspaceId[] },
  now: Instant,
): Promise<Unset> {
  const ended = before.filter((id) => !after.includes(id));
  const begun = after.filter((id) => !before.includes(id));
  const chosen = await Promise.all(begun.map((workspace) => chooseKit(context, workspace, kit.id, now)));
  const left = [...new Set(chosen.flatMap((one) => one.left ?? []))].filter((id) => id !== kit.id);
  const leaving = left.map((id) => {
    const guests = chosen.filter((one) => one.left === id);
    const leavers = { workspaces: guests.map((one) => one.workspace), saved: guests.flatMap((one) => one.saved) };
    return leaveKit(context, id, leavers, now);
  });
  const unset = ended.length === 0 ? [] : [await unsetBrandKit(context, kit.id, usesThatEnd(kit, ended))];
  return joined([...chosen, ...(await Promise.all(leaving)), ...unset]);
}

/** The owning workspace may still name the kit in other settings. */
const usesThatEnd = ({ id, workspaceId }: Pick<BrandKit, 'id' | 'workspaceId'>, ended: readonly WorkspaceId[]) => ({
  isIn: (workspace: WorkspaceId) => ended.includes(workspace),
  isOne: (one: Parameters<typeof kitUsedBy>[0] & object) => one.workspaceId !== workspaceId || kitUsedBy(one) === id,
});

interface Chosen extends Unset {
  readonly workspace: WorkspaceId;
  /** The kit that it used before. */
  readonly left: BrandKitId | undefined;
  readonly saved: readonly SettingsId[];
}

async function chooseKit(
  { table, ids }: CommandContext,
  workspaceId: WorkspaceId,
  kit: BrandKitId,
  now: Instant,
): Promise<Chosen> {
  const workspace = await workspaces.find(table, workspaceId);
  if (!workspace || workspace.state.archivedAt !== null) throw unauthorized();
  const { choices } = workspace.state;
  const general = generalAssignment(choices);
  const stored = general && (await settings.find(table, general.settingsId));
  const owner = { type: 'workspace', id: workspaceId } as const;
  const change = { values: { 'branding.brand_kit_id': kit }, dropped: {} } as const;
  const fresh = { settingsId: ids.make('set'), assignmentId: ids.make('asg'), now };
  const written = writePolicy({ workspaceId, owner, choices, stored }, change, fresh);
  const left = kitUsedBy(stored?.state);
  if (!written) return { workspace: workspaceId, left, saved: [], writes: [], jobs: [] };
  const chosen = { ...workspace.state, choices: written.choices };
  return {
    workspace: workspaceId,
    left,
    saved: written.settings.map(({ after }) => after.id),
    writes: [
      ...settingsWrites(written),
      ...(isSame(choices, written.choices) ? [] : [workspaces.put(workspace, chosen)]),
    ],
    jobs: [propagateToWorkspace(workspaceId)],
  };
}
