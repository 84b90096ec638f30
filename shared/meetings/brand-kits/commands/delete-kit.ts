import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { BrandKitId, WorkspaceId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import { removeBytes } from '#shared/foundation/files/commands/files';
import type { FileContext } from '#shared/foundation/files/ports';
import { removeFile } from '#shared/foundation/files/store';
import { type BrandKit, copiesOf } from '#shared/meetings/brand-kits/rules/brand-kit';
import { brandKits, settingsWithKit } from '#shared/meetings/brand-kits/store';
import { propagateToScopes } from '#shared/meetings/settings/rules/propagation';
import type { Settings } from '#shared/meetings/settings/rules/settings';
import { settings } from '#shared/meetings/settings/store';

/**
 * Deletes a kit with its images and removes it from the settings that use it, in one transaction. Where more settings use
 * it than one transaction holds, the others are saved first; a crash in between leaves a kit that can be deleted again.
 */
export const deleteKit =
  (context: FileContext) =>
  async (id: BrandKitId): Promise<BrandKit> => {
    const deleted = await deleteRows(context)(id);
    await removeBytes(context.files, deleted.workspaceId, copiesOf(deleted));
    return deleted;
  };

const deleteRows = command(async (context, id: BrandKitId) => {
  const kit = await brandKits.find(context.table, id);
  if (!kit) throw notFound(brandKits.noun);
  const { writes, jobs } = await unsetBrandKit(context, id);
  await context.changes.save({
    at: context.clock.now(),
    writes: [brandKits.remove(kit), copiesOf(kit.state).map(removeFile), ...writes],
    jobs,
    result: kit.state,
  });
  return kit.state;
});

/**
 * Each is two rows and a job of a transaction, which holds 100: beside them a kit may change its use by six workspaces,
 * eleven writes each at most, and a kit's own row.
 */
const SETTINGS_AT_ONCE = 8;

/** Which of the settings that name a kit; all where absent. */
interface Which {
  readonly isIn?: (workspace: WorkspaceId) => boolean;
  readonly isOne?: (settings: Settings) => boolean;
}

/** The settings objects that use a kit, `SETTINGS_AT_ONCE` of them at most. */
export async function settingsUsing(
  table: Table,
  kit: BrandKitId,
  { isIn = () => true, isOne = () => true }: Which = {},
): Promise<readonly Loaded<Settings>[]> {
  const named = (await settingsWithKit(table, kit)).filter(({ workspaceId }) => isIn(workspaceId));
  const rows = await Promise.all(named.map(({ settingsId }) => settings.find(table, settingsId)));
  return rows
    .flatMap((row) => (row?.state.values['branding.brand_kit_id'] === kit && isOne(row.state) ? [row] : []))
    .slice(0, SETTINGS_AT_ONCE);
}

export interface Unset {
  readonly writes: readonly (readonly Write[])[];
  readonly jobs: readonly Job[];
}

/**
 * The changes that remove a kit from the settings that use it, so that their scopes return to the default branding. All
 * but the last `SETTINGS_AT_ONCE` are saved here, one transaction after the other.
 */
export async function unsetBrandKit(
  { table, changes, clock }: CommandContext,
  kit: BrandKitId,
  which?: Which,
): Promise<Unset> {
  for (;;) {
    const using = await settingsUsing(table, kit, which);
    const at = clock.now();
    const unset = { writes: using.map((before) => withoutKit(before, at)), jobs: using.flatMap(propagation) };
    if (using.length < SETTINGS_AT_ONCE) return unset;
    await changes.save({ at, ...unset });
  }
}

function withoutKit(before: Loaded<Settings>, at: Instant): readonly Write[] {
  const { 'branding.brand_kit_id': _kit, ...values } = before.state.values;
  return settings.put(before, { ...before.state, values, updatedAt: at });
}

const propagation = ({ state: { workspaceId, assignments } }: Loaded<Settings>): readonly Job[] =>
  propagateToScopes(
    workspaceId,
    assignments.map(({ scope }) => scope),
  );
