import fc from 'fast-check';
import type { MeetingCategory } from '#shared/accounts/workspaces/rules/workspace';
import type { AssignmentId, MemberId, SettingsId } from '#shared/foundation/core/ids';
import {
  NO_LAYERS,
  resolveForScope,
  resolveSettings,
  type SettingsFacts,
  type SettingsLayer,
  type SettingsLayers,
} from '#shared/meetings/settings/rules/resolve-settings';
import { SERVICE_DEFAULTS, SETTING_PATHS, type SettingPath } from '#shared/meetings/settings/rules/settings';
import { describe, expect, it } from '#test/support/jest';

const MEMBERS: readonly MemberId[] = ['mem_1', 'mem_2', 'mem_3'].map((id) => id as MemberId);

const anInternalMeeting = (facts: Partial<SettingsFacts> = {}): SettingsFacts => ({
  external: false,
  members: [],
  allDeclined: false,
  noBotBecause: null,
  ...facts,
});

const aLayer = (
  name: string,
  values: SettingsLayer['values'],
  category: MeetingCategory = 'always',
): SettingsLayer => ({
  assignmentId: `asg_${name}` as AssignmentId,
  settingsId: `set_${name}` as SettingsId,
  category,
  values,
});

const values = fc.record(
  {
    'recording.enabled': fc.boolean(),
    'recording.methods.bot.start': fc.constantFrom('on_join', 'on_command'),
    'recording.methods.bot.mode': fc.constantFrom('audio_and_video', 'audio_only', 'inherit'),
    'recording.methods.bot.silence_detection.alert': fc.boolean(),
    'transcription.language': fc.constantFrom('auto', 'de', 'fr'),
    'summary.template': fc.constantFrom('general', 'lecture'),
    'summary.language': fc.constantFrom('same_as_transcript', 'en'),
    'summary.email': fc.constantFrom('off', 'organizer', 'members', 'participants'),
    'branding.brand_kit_id': fc.constantFrom('none', 'brk_1'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<SettingsLayer['values']>;

/** What one workspace, member or meeting chose: at most one choice about each kind of meeting, in any order. */
const layersOf = (owner: string): fc.Arbitrary<readonly SettingsLayer[]> =>
  fc
    .record({ always: values, external: values, internal: values }, { requiredKeys: [] })
    .map((chosen) =>
      Object.entries(chosen).map(([category, of]) => aLayer(`${owner}_${category}`, of, category as MeetingCategory)),
    )
    .chain((layers) => fc.shuffledSubarray([...layers], { minLength: layers.length }));

const layers: fc.Arbitrary<SettingsLayers> = fc.record({
  own: layersOf('own'),
  workspace: layersOf('workspace'),
  members: fc.record(Object.fromEntries(MEMBERS.map((member) => [member, layersOf(member)]))),
});

const facts: fc.Arbitrary<SettingsFacts> = fc.record({
  external: fc.boolean(),
  members: fc.shuffledSubarray([...MEMBERS]),
  allDeclined: fc.boolean(),
  noBotBecause: fc.constantFrom(null, 'no_meeting_url', 'unsupported_platform', 'recorded_elsewhere'),
});

interface Verdict {
  readonly value: unknown;
  readonly because: string;
}

/** What a list says about one field in meetings of one category; nothing, where it inherits. */
function saying(
  list: readonly SettingsLayer[] | undefined,
  category: MeetingCategory,
  path: SettingPath,
): Verdict | undefined {
  const layer = (list ?? []).find((one) => one.category === category);
  const value = layer?.values[path];
  return layer && value !== undefined && value !== 'inherit' ? { value, because: layer.assignmentId } : undefined;
}

/** docs/limits-and-rules.md#settings-precedence, rule by rule, without regard to speed. */
function slowly(all: SettingsLayers, about: SettingsFacts, path: SettingPath): Verdict {
  const category = about.external ? 'external' : 'internal';
  const viewOf = (member: readonly SettingsLayer[] | undefined): Verdict =>
    saying(member, category, path) ??
    saying(member, 'always', path) ??
    saying(all.workspace, category, path) ??
    saying(all.workspace, 'always', path) ?? { value: SERVICE_DEFAULTS[path], because: 'default' };
  const decide = (): Verdict => {
    const own = saying(all.own, category, path) ?? saying(all.own, 'always', path);
    if (own) return own;
    if (path === 'recording.enabled' && about.allDeclined) return { value: false, because: 'declined' };
    const views = about.members.map((member) => viewOf(all.members[member]));
    const someoneWantsIt = views.find(({ value }) => value === true);
    if (path === 'recording.enabled' && someoneWantsIt) return someoneWantsIt;
    return views[0] ?? viewOf(undefined);
  };
  const verdict = decide();
  if (path === 'recording.enabled' && verdict.value === true && about.noBotBecause)
    return { value: false, because: about.noBotBecause };
  return verdict;
}

function quickly(all: SettingsLayers, about: SettingsFacts, path: SettingPath): Verdict {
  const resolved = resolveSettings(all, about);
  const source = resolved.sources[path];
  return { value: resolved.values[path], because: source.assignmentId ?? source.reason };
}

describe('the effective settings of a meeting', () => {
  it('equal those of a plain reading of the rules', () => {
    fc.assert(
      fc.property(layers, facts, (all, about) => {
        for (const path of SETTING_PATHS) expect(quickly(all, about, path)).toEqual(slowly(all, about, path));
      }),
      { numRuns: 500 },
    );
  });

  it('do not depend on other fields', () => {
    fc.assert(
      fc.property(layers, facts, fc.constantFrom(...SETTING_PATHS), (all, about, path) => {
        const alone = (list: readonly SettingsLayer[]) =>
          list.map((layer) => {
            const value = layer.values[path];
            return { ...layer, values: value === undefined ? {} : { [path]: value } };
          });
        const only = {
          own: alone(all.own),
          workspace: alone(all.workspace),
          members: Object.fromEntries(Object.entries(all.members).map(([member, list]) => [member, alone(list)])),
        };
        expect(quickly(only, about, path)).toEqual(quickly(all, about, path));
      }),
    );
  });

  it('ignore settings for the other category of meetings', () => {
    fc.assert(
      fc.property(layers, facts, (all, about) => {
        const other = about.external ? 'internal' : 'external';
        const without = (list: readonly SettingsLayer[]) => list.filter(({ category }) => category !== other);
        const fewer = {
          own: without(all.own),
          workspace: without(all.workspace),
          members: Object.fromEntries(Object.entries(all.members).map(([member, list]) => [member, without(list)])),
        };
        expect(resolveSettings(fewer, about)).toEqual(resolveSettings(all, about));
      }),
    );
  });

  it('are the service’s defaults without assignments', () => {
    const { values: effective, sources } = resolveSettings(NO_LAYERS, anInternalMeeting());

    expect(effective).toEqual(SERVICE_DEFAULTS);
    for (const path of SETTING_PATHS) expect(sources[path]).toEqual({ assignmentId: null, reason: 'default' });
  });

  it('record when any member has recording on, and take other fields from the first member', () => {
    const members = {
      mem_1: [aLayer('first', { 'recording.enabled': false, 'transcription.language': 'de' })],
      mem_2: [aLayer('second', { 'recording.enabled': true, 'transcription.language': 'fr' })],
    };

    const resolved = resolveSettings({ ...NO_LAYERS, members }, anInternalMeeting({ members: MEMBERS.slice(0, 2) }));

    expect(resolved.values).toMatchObject({ 'recording.enabled': true, 'transcription.language': 'de' });
    expect(resolved.sources['recording.enabled']).toEqual({ assignmentId: 'asg_second' });
  });

  it('are the meeting’s own when every member declined', () => {
    const own = [aLayer('own', { 'recording.enabled': true })];
    const about = anInternalMeeting({ allDeclined: true });

    expect(resolveSettings({ ...NO_LAYERS, own }, about).values['recording.enabled']).toBe(true);
    expect(resolveSettings(NO_LAYERS, about).sources['recording.enabled']).toEqual({
      assignmentId: null,
      reason: 'declined',
    });
  });
});

describe('the effective settings of a member or workspace', () => {
  it('are the closest general settings, without those for a category of meetings', () => {
    const { values: effective, sources } = resolveForScope([
      aLayer('member_external', { 'recording.enabled': true }, 'external'),
      aLayer('member', { 'transcription.language': 'de' }),
      aLayer('workspace', { 'transcription.language': 'fr', 'summary.template': 'lecture' }),
    ]);

    expect(effective).toEqual({
      ...SERVICE_DEFAULTS,
      'transcription.language': 'de',
      'summary.template': 'lecture',
    });
    expect(sources['transcription.language']).toEqual({ assignmentId: 'asg_member' });
    expect(sources['recording.enabled']).toEqual({ assignmentId: null, reason: 'default' });
  });
});
