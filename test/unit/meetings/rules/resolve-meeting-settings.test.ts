import type { Person } from '#shared/foundation/core/people';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { factsOf, resolveMeetingSettings } from '#shared/meetings/meetings/rules/resolve-meeting-settings';
import type { SettingsLayers } from '#shared/meetings/settings/rules/resolve-settings';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { aLinkedEvent, aMeeting, anId, aRecording } from './a-meeting.ts';

const named = (...emails: readonly (string | null)[]): readonly Person[] =>
  emails.map((email) => ({ name: null, email, memberId: null }));
const [organizer] = named('olga@acme.test');

describe('whether a meeting is external', () => {
  it.each<[string, readonly string[], Partial<Meeting>, boolean]>([
    [
      'all from the domains of the workspace',
      ['acme.test', 'acme.io'],
      { invited: named('a@acme.test', 'b@acme.io') },
      false,
    ],
    ['in whatever case', ['acme.test'], { invited: named('A@ACME.test') }, false],
    ['a person of another domain', ['acme.test'], { invited: named('a@acme.test', 'b@other.test') }, true],
    ['a sub-domain is elsewhere', ['acme.test'], { invited: named('a@eu.acme.test') }, true],
    [
      'an organizer from elsewhere, who takes no part',
      ['other.test'],
      { organizer: organizer ?? null, invited: named('b@other.test') },
      false,
    ],
    ['no people', ['acme.test'], {}, false],
    ['people without an address', ['acme.test'], { invited: named(null) }, false],
    ["no domains: the organizer's counts", [], { organizer: organizer ?? null, invited: named('a@acme.test') }, false],
    ["no domains: not the organizer's", [], { organizer: organizer ?? null, invited: named('b@other.test') }, true],
    ['no domains and no organizer: all alike', [], { invited: named('a@x.test', 'b@x.test') }, false],
    ['no domains and no organizer: not alike', [], { invited: named('a@x.test', 'b@y.test') }, true],
  ])('%s', (_what, domains, meeting, expected) => {
    expect(factsOf(aMeeting(meeting), domains).external).toBe(expected);
  });
});

describe('the members whose settings count', () => {
  const [ada, ben, carl] = [
    aLinkedEvent('ada', { since: minutes(1) }),
    aLinkedEvent('ben', { since: minutes(2) }),
    aLinkedEvent('carl'),
  ];
  const membersOf = (given: Partial<Meeting>) => factsOf(aMeeting(given), []).members;

  it('are the organizer, then those with events in order of creation, then those a bot was sent for', () => {
    const carriers = [ada, { ...ben, organizes: true }, carl];

    expect(membersOf({ carriers, botMembers: [anId('mem', 'dora'), ada.memberId] })).toEqual(
      ['ben', 'carl', 'ada', 'dora'].map((name) => anId('mem', name)),
    );
  });

  it('are not those who declined or whose event is cancelled', () => {
    const carriers = [{ ...ada, declined: true }, { ...ben, cancelled: true }, carl];

    expect(membersOf({ carriers })).toEqual([carl.memberId]);
  });

  it('are none when all declined, unless a bot was sent for one', () => {
    const carriers = [
      { ...ada, declined: true },
      { ...ben, declined: true },
    ];

    expect(factsOf(aMeeting({ carriers }), [])).toMatchObject({ members: [], allDeclined: true });
    expect(factsOf(aMeeting({ carriers: [...carriers, carl] }), []).allDeclined).toBe(false);
    expect(factsOf(aMeeting({ carriers, botMembers: [carl.memberId] }), []).allDeclined).toBe(false);
    expect(factsOf(aMeeting(), []).allDeclined).toBe(false);
  });

  it.each<[string, Partial<Meeting>, string | null]>([
    ['a link to a call', {}, null],
    ['no link', { meetingUrl: null, platform: null }, 'no_meeting_url'],
    ['a link to elsewhere', { meetingUrl: 'https://example.test', platform: null }, 'unsupported_platform'],
  ])('where a bot can go: %s', (_what, meeting, expected) => {
    expect(factsOf(aMeeting(meeting), []).noBotBecause).toBe(expected);
  });
});

describe('resolving the settings of a meeting', () => {
  const layer = {
    assignmentId: anId('asg'),
    settingsId: anId('set'),
    category: 'always',
    values: { 'recording.enabled': true },
  } as const;
  const layers: SettingsLayers = { own: [], workspace: [layer], members: {} };
  const enabled = (meeting: Meeting, now = noon, isNew = false) =>
    resolveMeetingSettings(meeting, layers, { homeDomains: [], now, isNew }).settings.values['recording.enabled'];

  it('resolves those of an upcoming meeting, and stores the layers', () => {
    const settled = resolveMeetingSettings(aMeeting(), layers, { homeDomains: [], now: noon, isNew: false });

    expect(settled.settings).toMatchObject({ layers, external: false });
    expect(settled.settings.sources['recording.enabled']).toEqual({ assignmentId: layer.assignmentId });
  });

  it.each<[string, Partial<Meeting>, number]>([
    ['live', { recordings: [aRecording({ status: 'in_call', startedAt: noon })] }, 10],
    ['past', {}, 60],
    ['cancelled', { carriers: [aLinkedEvent('ada', { cancelled: true })] }, 0],
  ])('leaves a meeting that is %s unchanged', (_phase, meeting, now) => {
    expect(enabled(aMeeting(meeting), minutes(now))).toBe(false);
  });

  it('resolves those of a new meeting that is over already', () => {
    expect(enabled(aMeeting(), minutes(60), true)).toBe(true);
  });
});
