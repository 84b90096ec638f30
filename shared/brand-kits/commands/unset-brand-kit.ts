import { settingsWithKit } from '#shared/brand-kits/store';
import type { CommandContext } from '#shared/commands/context';
import type { BrandKitId, WorkspaceId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { Table, Write } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import type { Job } from '#shared/events/rules/domain-event';
import { propagateToScopes } from '#shared/settings/rules/propagation';
import type { Settings } from '#shared/settings/rules/settings';
import { settings } from '#shared/settings/store';

/**
 * Each is two rows and a job of a transaction, which holds 100: beside them a kit may change the entries of 40
 * workspaces and six copies of images, and leave 21 jobs.
 */
const SETTINGS_AT_ONCE = 10;

const inAnyWorkspace = (): boolean => true;

/** The settings objects that use a kit, `SETTINGS_AT_ONCE` of them at most. */
export async function settingsUsing(
  table: Table,
  kit: BrandKitId,
  isIn: (workspace: WorkspaceId) => boolean = inAnyWorkspace,
): Promise<readonly Loaded<Settings>[]> {
  const named = (await settingsWithKit(table, kit)).filter(({ workspaceId }) => isIn(workspaceId));
  const rows = await Promise.all(named.map(({ settingsId }) => settings.find(table, settingsId)));
  return rows
    .flatMap((row) => (row?.state.values['branding.brand_kit_id'] === kit ? [row] : []))
    .slice(0, SETTINGS_AT_ONCE);
}

interface Unset {
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
  isIn?: (workspace: WorkspaceId) => boolean,
): Promise<Unset> {
  for (;;) {
    const using = await settingsUsing(table, kit, isIn);
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
