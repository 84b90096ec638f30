import type { AssignedSettings, MeetingCategory } from '#shared/accounts/workspaces/rules/workspace';
import type { AssignmentId, MemberId } from '#shared/foundation/core/ids';
import {
  type EffectiveValues,
  SERVICE_DEFAULTS,
  SETTING_PATHS,
  type SettingPath,
  type Settings,
  type SettingValues,
} from '#shared/meetings/settings/rules/settings';

/** The settings of one assignment, as they apply to a meeting. */
export interface SettingsLayer extends AssignedSettings {
  readonly values: SettingValues;
}

/** Every assignment that applies to a meeting, by its scope. */
export interface SettingsLayers {
  readonly own: readonly SettingsLayer[];
  readonly workspace: readonly SettingsLayer[];
  /** By member id. */
  readonly members: Readonly<Record<string, readonly SettingsLayer[]>>;
}

export const NO_LAYERS: SettingsLayers = { own: [], workspace: [], members: {} };

/** What decides about a meeting's settings beside its layers. */
export interface SettingsFacts {
  readonly external: boolean;
  /** Members who have not declined: the organizer first, then in the order in which their events were received. */
  readonly members: readonly MemberId[];
  /** Every member whose calendar has the meeting declined. */
  readonly allDeclined: boolean;
  /** Why no bot is sent, whatever is chosen: none can join, another meeting's bot is in the call, or the workspace has used up a limit. */
  readonly noBotBecause: 'no_meeting_url' | 'unsupported_platform' | 'recorded_elsewhere' | 'usage_limit' | null;
}

export type Source =
  | { readonly assignmentId: AssignmentId }
  | {
      readonly assignmentId: null;
      readonly reason:
        | 'default'
        | 'declined'
        | 'no_meeting_url'
        | 'unsupported_platform'
        | 'recorded_elsewhere'
        | 'usage_limit'
        // In policies alone: docs/api/privacy.md#retention.
        | 'deployment_maximum';
    };

export interface Resolved {
  readonly values: EffectiveValues;
  readonly sources: Readonly<Record<SettingPath, Source>>;
}

/** The effective settings of a meeting, with the layers that they were resolved from. */
export interface SettingsBlock extends Resolved {
  readonly layers: SettingsLayers;
  /** Whether assignments for external meetings apply, rather than those for internal ones. */
  readonly external: boolean;
}

/** The settings of a meeting without assignments. */
export const DEFAULTS_ALONE: SettingsBlock = {
  values: SERVICE_DEFAULTS,
  sources: Object.fromEntries(SETTING_PATHS.map((path) => [path, { assignmentId: null, reason: 'default' }])) as Record<
    SettingPath,
    Source
  >,
  layers: NO_LAYERS,
  external: false,
};

/** The layers of some assignments, with the values of their settings. An assignment whose settings were deleted has none. */
export const layersFrom = (
  assigned: readonly AssignedSettings[],
  settings: readonly Pick<Settings, 'id' | 'values'>[],
): readonly SettingsLayer[] =>
  assigned.flatMap(({ category, assignmentId, settingsId }) => {
    const found = settings.find(({ id }) => id === settingsId);
    return found ? [{ assignmentId, settingsId, category, values: found.values }] : [];
  });

interface Found {
  readonly value: EffectiveValues[SettingPath];
  readonly source: Source;
}

/**
 * Resolves each field (docs/limits-and-rules.md#settings-precedence): the meeting's own settings; else those of
 * each member who has not declined, resolved separately: it is recorded when any of them has true, other fields come
 * from the first.
 */
export function resolveSettings(layers: SettingsLayers, facts: SettingsFacts): Resolved {
  return resolvedFrom((path) => resolveOne(path, layers, facts));
}

/** What applies to a member or a workspace as such: without a meeting, only the assignments for all meetings. */
export function resolveForScope(closestFirst: readonly SettingsLayer[]): Resolved {
  const general = closestFirst.filter((layer) => layer.category === 'always');
  return resolvedFrom((path) => firstValue(path, general) ?? byDefault(path));
}

function resolvedFrom(find: (path: SettingPath) => Found): Resolved {
  const found = forEachPath(find);
  return {
    values: forEachPath((path) => found[path].value) as EffectiveValues,
    sources: forEachPath((path) => found[path].source),
  };
}

const byDefault = (path: SettingPath): Found => ({
  value: SERVICE_DEFAULTS[path],
  source: { assignmentId: null, reason: 'default' },
});

const forEachPath = <Value>(of: (path: SettingPath) => Value): Record<SettingPath, Value> =>
  Object.fromEntries(SETTING_PATHS.map((path) => [path, of(path)])) as Record<SettingPath, Value>;

function resolveOne(path: SettingPath, layers: SettingsLayers, facts: SettingsFacts): Found {
  const found = valueFor(path, layers, facts);
  const impossible = path === 'recording.enabled' && found.value === true && facts.noBotBecause !== null;
  return impossible ? { value: false, source: { assignmentId: null, reason: facts.noBotBecause } } : found;
}

function valueFor(path: SettingPath, layers: SettingsLayers, facts: SettingsFacts): Found {
  const own = firstValue(path, byCloseness(layers.own, facts));
  if (own) return own;
  if (path === 'recording.enabled' && facts.allDeclined)
    return { value: false, source: { assignmentId: null, reason: 'declined' } };

  const views = facts.members.map((member) => viewOf(path, layers.members[member] ?? [], layers, facts));
  const wanted = path === 'recording.enabled' ? views.find((view) => view.value === true) : undefined;
  return wanted ?? views[0] ?? viewOf(path, [], layers, facts);
}

/** For one member: their settings by category, their general ones, the workspace's by category, its general ones, the default. */
function viewOf(
  path: SettingPath,
  member: readonly SettingsLayer[],
  layers: SettingsLayers,
  facts: SettingsFacts,
): Found {
  const stack = [...byCloseness(member, facts), ...byCloseness(layers.workspace, facts)];
  return firstValue(path, stack) ?? byDefault(path);
}

function firstValue(path: SettingPath, stack: readonly SettingsLayer[]): Found | undefined {
  for (const { values, assignmentId } of stack) {
    const value = values[path];
    if (value !== undefined && value !== 'inherit') return { value, source: { assignmentId } };
  }
  return undefined;
}

/** The layers that apply to the meeting: its category before the general one. */
export function byCloseness(
  layers: readonly SettingsLayer[],
  { external }: Pick<SettingsFacts, 'external'>,
): readonly SettingsLayer[] {
  const category: MeetingCategory = external ? 'external' : 'internal';
  return [
    ...layers.filter((layer) => layer.category === category),
    ...layers.filter((layer) => layer.category === 'always'),
  ];
}
