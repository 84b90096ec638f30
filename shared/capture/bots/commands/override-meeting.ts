import { monthsWithoutBots } from '#shared/accounts/usage/rules/usage-limits';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Loaded } from '#shared/foundation/core/store';
import type { Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { resolveMeetingSettings } from '#shared/meetings/meetings/rules/resolve-meeting-settings';
import { extendOverride, type MeetingOverride } from '#shared/meetings/settings/rules/own-settings';
import type { Settings, SettingValues } from '#shared/meetings/settings/rules/settings';
import { settingsWrites } from '#shared/meetings/settings/store';

interface Overriding {
  readonly meeting: Meeting;
  readonly override: Loaded<Settings> | undefined;
  readonly workspace: Workspace;
}

interface Overridden {
  readonly meeting: Meeting;
  readonly writes: readonly (readonly Write[])[];
}

/** A meeting with these values added to its own settings, and the writes of those settings. */
export function overrideMeeting(
  context: Pick<CommandContext, 'ids'>,
  { meeting, override, workspace }: Overriding,
  values: SettingValues,
  now: Instant,
): Overridden {
  const after = extendedOverride(context, meeting, override, { values, now });
  const facts = {
    homeDomains: workspace.emailDomains,
    monthsWithoutBots: monthsWithoutBots(workspace),
    now,
    isNew: false,
    decidesBots: values['recording.enabled'] !== undefined,
  };
  const resolved = resolveMeetingSettings(meeting, after.layers, facts);
  return {
    meeting: { ...resolved, settings: { ...resolved.settings, layers: after.layers } },
    writes: settingsWrites(after),
  };
}

/** The meeting's own settings with these values added, under new ids where it has none yet. */
export const extendedOverride = (
  { ids }: Pick<CommandContext, 'ids'>,
  meeting: Meeting,
  override: Loaded<Settings> | undefined,
  { values, now }: { readonly values: SettingValues; readonly now: Instant },
): MeetingOverride =>
  extendOverride(meeting, values, override, { settingsId: ids.make('set'), assignmentId: ids.make('asg'), now });
