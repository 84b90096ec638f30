import { languageName } from '#functions/pages/app/language-name';
import { settingRows } from '#functions/pages/app/meeting/setting-labels';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import type { SettingsLayer, Source } from '#shared/meetings/settings/rules/resolve-settings';
import { describe, expect, it } from '#test/support/jest';
import { aMeeting, anAttendee, anId } from '#test/unit/meetings/rules/a-meeting';

const chosen = anId('asg', 'chosen');
const aLayer = (given: Partial<SettingsLayer> = {}): SettingsLayer => ({
  assignmentId: chosen,
  settingsId: anId('set'),
  category: 'always',
  values: {},
  ...given,
});

/** The label of where `recording.enabled` comes from. */
const sourceOf = (meeting: Meeting): string | undefined => settingRows(meeting)[0]?.source;

const aMeetingBy = (source: Source, layers: Partial<Meeting['settings']['layers']> = {}): Meeting => {
  const plain = aMeeting({ invited: [anAttendee('ada@acme.test', { name: 'Ada', memberId: anId('mem', 'ada') })] });
  const { settings } = plain;
  const sources = { ...settings.sources, 'recording.enabled': source };
  return { ...plain, settings: { ...settings, sources, layers: { ...settings.layers, ...layers } } };
};

describe('the source of a setting', () => {
  it.each([
    ['default', 'Default'],
    ['declined', 'All members declined'],
    ['no_meeting_url', 'No meeting link'],
    ['unsupported_platform', 'Not a link of Zoom, Google Meet or Microsoft Teams'],
  ] as const)('%s', (reason, words) => {
    expect(sourceOf(aMeetingBy({ assignmentId: null, reason }))).toBe(words);
  });

  it.each([
    ['the meeting', { own: [aLayer()] }, 'Set for this meeting'],
    ['a participating member', { members: { [anId('mem', 'ada')]: [aLayer()] } }, 'Set for Ada'],
    ['an unknown member', { members: { [anId('mem', 'gone')]: [aLayer()] } }, 'Set for a member'],
    ['the workspace', { workspace: [aLayer()] }, 'Workspace settings'],
    ['a category', { workspace: [aLayer({ category: 'external' })] }, 'Workspace settings for external meetings'],
    ['removed settings', {}, 'Settings that were removed'],
  ] as const)('%s', (_whose, layers, words) => {
    expect(sourceOf(aMeetingBy({ assignmentId: chosen }, layers))).toBe(words);
  });

  it('shows the names of languages, and an invalid tag as it is', () => {
    expect([languageName('de-CH'), languageName('xx-nonsense-tag-')]).toEqual([
      'Swiss High German',
      'xx-nonsense-tag-',
    ]);
  });
});
