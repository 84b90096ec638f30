import type { CommandContext } from '#shared/foundation/commands/context';
import type { BrandKitId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { type Unset, unsetBrandKit } from '#shared/meetings/brand-kits/commands/delete-kit';
import { type BrandKit, isFor } from '#shared/meetings/brand-kits/rules/brand-kit';
import { kitIn, kitUsedBy, withUse } from '#shared/meetings/brand-kits/rules/kit-use';
import { unusableKit } from '#shared/meetings/brand-kits/rules/unusable-kit';
import { brandKits } from '#shared/meetings/brand-kits/store';
import type { Settings } from '#shared/meetings/settings/rules/settings';

/** Settings of one workspace before and after a change; undefined where they are created or deleted. */
interface SettingsChange {
  readonly before: Settings | undefined;
  readonly after: Settings | undefined;
}

const NOTHING: Unset = { writes: [], jobs: [] };

/**
 * What goes with a change of settings of one workspace, in the same transaction: `workspace_ids` of a kit are the
 * workspaces that use it. A kit that settings name from now on is saved whether it changes or not: the transaction then
 * depends on the revision in which the kit was for this workspace. 422 for a kit that is not.
 */
export async function kitLinkWrites(
  context: CommandContext,
  workspace: WorkspaceId,
  changes: readonly SettingsChange[],
  now: Instant,
): Promise<Unset> {
  const named = changes.flatMap(({ before, after }) => (kitIn(before) === kitIn(after) ? [] : (kitIn(after) ?? [])));
  const used = changes.flatMap(({ before }) => kitUsedBy(before) ?? []);
  const usedNow = changes.flatMap(({ after }) => kitUsedBy(after) ?? []);
  const begun = usedNow.filter((id) => !used.includes(id));
  const ended = used.filter((id) => !usedNow.includes(id));
  const saved = changes.flatMap(({ before, after }) => (after ?? before)?.id ?? []);

  const [chosen, left] = await Promise.all([
    Promise.all([...new Set([...named, ...begun])].map((id) => choose(context, id, workspace))),
    Promise.all(
      ended
        .filter((id) => !named.includes(id))
        .map((id) => leaveKit(context, id, { workspaces: [workspace], saved }, now)),
    ),
  ]);
  const writes = chosen.map((kit) => {
    const isUsed =
      usedNow.includes(kit.state.id) || (kit.state.workspaceIds.includes(workspace) && !ended.includes(kit.state.id));
    return saveUse(kit, withUse(kit.state, workspace, isUsed), now);
  });
  return joined([{ writes, jobs: [] }, ...left]);
}

async function choose({ table }: CommandContext, id: BrandKitId, workspace: WorkspaceId): Promise<Loaded<BrandKit>> {
  const kit = await brandKits.find(table, id);
  if (!kit || !isFor(kit.state, workspace)) throw unusableKit();
  return kit;
}

interface Leaving {
  readonly workspaces: readonly WorkspaceId[];
  /** Settings that the caller saves itself. */
  readonly saved: readonly Settings['id'][];
}

/** Workspaces that stop using a kit. Where it is another workspace's, no other settings of theirs keep it. */
export async function leaveKit(
  context: CommandContext,
  id: BrandKitId,
  { workspaces, saved }: Leaving,
  now: Instant,
): Promise<Unset> {
  const kit = await brandKits.find(context.table, id);
  if (!kit) return NOTHING;
  const after = workspaces.reduce((state: BrandKit, workspace) => withUse(state, workspace, false), kit.state);
  const guests = workspaces.filter((workspace) => workspace !== kit.state.workspaceId);
  const unset =
    guests.length === 0
      ? NOTHING
      : await unsetBrandKit(context, id, {
          isIn: (workspace) => guests.includes(workspace),
          isOne: (settings) => !saved.includes(settings.id),
        });
  return joined([{ writes: [saveUse(kit, after, now)], jobs: [] }, unset]);
}

const saveUse = (kit: Loaded<BrandKit>, after: BrandKit, now: Instant): readonly Write[] =>
  brandKits.put(kit, after === kit.state ? after : { ...after, updatedAt: now });

export const joined = (parts: readonly Unset[]): Unset => ({
  writes: parts.flatMap(({ writes }) => writes),
  jobs: parts.flatMap(({ jobs }) => jobs),
});
