import { describe, expect, it } from '@jest/globals';
import { languageOf, settingsIn } from '#functions/pages/app/meeting/setting-words';
import type { Meeting } from '#shared/meetings/rules/meeting';
import type { Layer, Source } from '#shared/settings/rules/resolve-settings';
import { aMeeting, anAttendee, anId } from '#test/unit/meetings/rules/a-meeting';

const chosen = anId('asg', 'chosen');
const aLayer = (given: Partial<Layer> = {}): Layer => ({
  assignmentId: chosen,
  settingsId: anId('set'),
  category: 'always',
  values: {},
  ...given,
});

/** Why a meeting is recorded or not, in words. */
const whyOf = (meeting: Meeting): string | undefined => settingsIn(meeting)[0]?.why;

const aMeetingBy = (source: Source, layers: Partial<Meeting['settings']['layers']> = {}): Meeting => {
  const plain = aMeeting({ invited: [anAttendee('ada@acme.test', { name: 'Ada', memberId: anId('mem', 'ada') })] });
  const { settings } = plain;
  const sources = { ...settings.sources, 'recording.enabled': source };
  return { ...plain, settings: { ...settings, sources, layers: { ...settings.layers, ...layers } } };
};

describe('where a setting comes from', () => {
  it.each([
    ['default', 'Nobody chose: this is what applies then'],
    ['declined', 'Every member on it declined'],
    ['no_meeting_url', 'It has no link to join by'],
    ['unsupported_platform', 'Its link is not one of Zoom, Google Meet or Microsoft Teams'],
  ] as const)('%s', (reason, words) => {
    expect(whyOf(aMeetingBy({ assignmentId: null, reason }))).toBe(words);
  });

  it.each([
    ['its own', { own: [aLayer()] }, 'Chosen for this meeting'],
    ['a member on it', { members: { [anId('mem', 'ada')]: [aLayer()] } }, 'Chosen for Ada'],
    ['a member nobody knows', { members: { [anId('mem', 'gone')]: [aLayer()] } }, 'Chosen for a member'],
    ['the workspace', { workspace: [aLayer()] }, 'Chosen for the workspace'],
    ['a category', { workspace: [aLayer({ category: 'external' })] }, 'Chosen for external meetings of the workspace'],
    ['nothing any more', {}, 'Chosen by settings that were removed since'],
  ] as const)('%s', (_whose, layers, words) => {
    expect(whyOf(aMeetingBy({ assignmentId: chosen }, layers))).toBe(words);
  });

  it('says languages by their names, and repeats what is none', () => {
    expect([languageOf('de-CH'), languageOf('xx-nonsense-tag-')]).toEqual(['Swiss High German', 'xx-nonsense-tag-']);
  });
});
