import type { AssignmentId, MemberId, SettingsId } from '#shared/core/ids';
import {
  type EffectiveValues,
  SERVICE_DEFAULTS,
  SETTING_PATHS,
  type SettingPath,
  type SettingValues,
} from '#shared/settings/rules/setting-values';
import type { MeetingCategory } from '#shared/workspaces/rules/workspace';

/** One choice with its values, as it reaches a meeting. */
export interface SettingsLayer {
  readonly assignmentId: AssignmentId;
  readonly settingsId: SettingsId;
  readonly category: MeetingCategory;
  readonly values: SettingValues;
}

/** Every choice that can reach a meeting, by whose it is. */
export interface SettingsLayers {
  readonly own: readonly SettingsLayer[];
  readonly workspace: readonly SettingsLayer[];
  /** By member id. */
  readonly members: Readonly<Record<string, readonly SettingsLayer[]>>;
}

export const NO_LAYERS: SettingsLayers = { own: [], workspace: [], members: {} };

/** What else decides, beside the choices. */
export interface SettingsFacts {
  readonly external: boolean;
  /** Who has not declined: the organizer's member first, then by whose event came first. */
  readonly members: readonly MemberId[];
  /** Everybody who is on it declined. */
  readonly allDeclined: boolean;
  /** Why no bot can go there, when none can. */
  readonly unreachable: 'no_meeting_url' | 'unsupported_platform' | null;
}

export type Source =
  | { readonly assignmentId: AssignmentId }
  | {
      readonly assignmentId: null;
      readonly reason: 'default' | 'declined' | 'no_meeting_url' | 'unsupported_platform';
    };

export interface Resolved {
  readonly values: EffectiveValues;
  readonly sources: Readonly<Record<SettingPath, Source>>;
}

/** The effective settings of a meeting, with all that they were reckoned from. */
export interface SettingsBlock extends Resolved {
  readonly layers: SettingsLayers;
  /** Whether choices about external meetings apply, rather than those about internal ones. */
  readonly external: boolean;
}

/** Nobody chose anything. */
export const DEFAULTS_ALONE: SettingsBlock = {
  values: SERVICE_DEFAULTS,
  sources: Object.fromEntries(SETTING_PATHS.map((path) => [path, { assignmentId: null, reason: 'default' }])) as Record<
    SettingPath,
    Source
  >,
  layers: NO_LAYERS,
  external: false,
};

interface Found {
  readonly value: EffectiveValues[SettingPath];
  readonly source: Source;
}

/**
 * Resolves each field (docs/limits-and-rules.md#settings-precedence): the meeting's own choice; else each member on it
 * who has not declined, resolved alone; it is recorded when any of them has true, the rest comes from the first.
 */
export function resolveSettings(layers: SettingsLayers, facts: SettingsFacts): Resolved {
  return resolvedFrom((path) => resolveOne(path, layers, facts));
}

/** What applies to a member or a workspace as such: with no meeting at hand, the choices about all meetings alone. */
export function resolveForScope(closestFirst: readonly SettingsLayer[]): Resolved {
  const general = closestFirst.filter((layer) => layer.category === 'always');
  return resolvedFrom((path) => firstChoice(path, general) ?? byDefault(path));
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
  const chosen = chosenFor(path, layers, facts);
  const impossible = path === 'recording.enabled' && chosen.value === true && facts.unreachable !== null;
  return impossible ? { value: false, source: { assignmentId: null, reason: facts.unreachable } } : chosen;
}

function chosenFor(path: SettingPath, layers: SettingsLayers, facts: SettingsFacts): Found {
  const own = firstChoice(path, byCloseness(layers.own, facts));
  if (own) return own;
  if (path === 'recording.enabled' && facts.allDeclined)
    return { value: false, source: { assignmentId: null, reason: 'declined' } };

  const views = facts.members.map((member) => viewOf(path, layers.members[member] ?? [], layers, facts));
  const wanted = path === 'recording.enabled' ? views.find((view) => view.value === true) : undefined;
  return wanted ?? views[0] ?? viewOf(path, [], layers, facts);
}

/** One member's view: their choice by category, theirs, the workspace's by category, the workspace's, the default. */
function viewOf(
  path: SettingPath,
  member: readonly SettingsLayer[],
  layers: SettingsLayers,
  facts: SettingsFacts,
): Found {
  const stack = [...byCloseness(member, facts), ...byCloseness(layers.workspace, facts)];
  return firstChoice(path, stack) ?? byDefault(path);
}

function firstChoice(path: SettingPath, stack: readonly SettingsLayer[]): Found | undefined {
  for (const { values, assignmentId } of stack) {
    const value = values[path];
    if (value !== undefined && value !== 'inherit') return { value, source: { assignmentId } };
  }
  return undefined;
}

/** The layers that are about this meeting, the category's before the general. */
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
