import fc from 'fast-check';
import { answerAsOf, keeps, requestAsOf, successorOf, versionOn } from '#shared/foundation/versions/chain';
import { BASE_VERSION, NEWEST_VERSION, releases } from '#shared/foundation/versions/releases';
import type { Release, Server, Shape } from '#shared/foundation/versions/version-change';
import { describe, expect, it } from '#test/support/jest';

const OLDER = '2026-10-09';
const inUtc: Server = { zone: 'Etc/UTC' };

const aConnection = { object: 'calendar_connection', id: 'cal_1', provider: 'google' };
const withMethod = { ...aConnection, method: 'oauth' };

/** Three releases with changes of one resource. */
const history: readonly Release[] = [
  {
    date: '2026-10-12',
    changes: [
      {
        summary: 'Things are weighed in grams.',
        answers: { thing: ({ grams, ...thing }) => ({ ...thing, kilos: Number(grams) / 1000 }) },
        requests: { 'POST /things': ({ kilos, ...thing }) => ({ ...thing, grams: Number(kilos) * 1000 }) },
        behaviours: ['light-things'],
      },
    ],
  },
  { date: '2026-10-09', changes: [] },
  {
    date: '2026-05-01',
    changes: [
      {
        summary: 'Kilos are no longer called weight.',
        answers: { thing: ({ kilos, ...thing }) => ({ ...thing, weight: kilos }) },
        requests: { 'POST /things': ({ weight, ...thing }) => ({ ...thing, kilos: weight }) },
      },
    ],
  },
];

describe('a response at a pin before 2026-10-12', () => {
  it.each([
    ['alone', aConnection, withMethod],
    ['in a list', { object: 'list', data: [aConnection] }, { object: 'list', data: [withMethod] }],
    ['inside another resource', { object: 'x', inner: { a: aConnection } }, { object: 'x', inner: { a: withMethod } }],
    ['in a webhook', { id: 'evt_1', data: { object: aConnection } }, { id: 'evt_1', data: { object: withMethod } }],
  ])('has the method of a calendar connection %s', (_where, newest, older) => {
    expect(answerAsOf(OLDER, releases, newest, inUtc)).toEqual(older);
  });

  it('has the policy of a member from its legacy block', () => {
    const member = { object: 'member', id: 'mem_1', legacy: { policy: { recording: { enabled: true } } } };

    const older = { object: 'member', id: 'mem_1', policy: { recording: { enabled: true } } };
    expect(answerAsOf(OLDER, releases, member, inUtc)).toMatchObject(older);
    expect(answerAsOf(OLDER, releases, { object: 'list', data: [member] }, inUtc)).toMatchObject({
      object: 'list',
      data: [older],
    });
  });

  it('has the dropped fields of a policy, alone and in a member, null where they were never written', () => {
    const settings = { recording: { enabled: true }, transcription: { language: 'de' } };
    const legacy = { dropped: { 'transcription.model': 'best', access: { level: 1 } } };

    const older = {
      recording: {
        enabled: true,
        methods: { bot: { silence_detection: { automatic_leave: null }, join_at_scheduled_start: null } },
      },
      transcription: { language: 'de', model: 'best', glossary_ids: null },
      access: { level: 1 },
      summary_email: null,
      storage: null,
    };
    const policy = { object: 'policy', settings, legacy };
    expect(answerAsOf(OLDER, releases, policy, inUtc)).toEqual({ object: 'policy', settings: older });
    const member = { object: 'member', legacy: { ...legacy, policy: settings } };
    expect(answerAsOf(OLDER, releases, member, inUtc)).toEqual({ object: 'member', policy: older });
    expect(answerAsOf(NEWEST_VERSION, releases, policy, inUtc)).toEqual({ object: 'policy', settings });
  });

  it.each(['metadata', 'segments', 'speakers', 'response_headers'])('does not convert anything inside %s', (opaque) => {
    const theirs = { object: 'meeting', [opaque]: { object: 'calendar_connection', legacy: { a: 1 } } };

    expect(answerAsOf(BASE_VERSION, releases, theirs, inUtc)).toEqual(theirs);
  });
});

describe('a field that a change declares opaque', () => {
  const theirs = { object: 'thing', legacy: { a: 1 }, grams: 7 };
  const brought: readonly Release[] = [
    {
      date: '2026-10-12',
      changes: [
        { summary: 'Boxes weigh nothing.', answers: { thing: ({ grams: _none, ...thing }) => thing } },
        {
          summary: 'Boxes no longer say what is in them.',
          opaque: ['contents'],
          answers: { box: ({ legacy, ...box }) => ({ ...box, legacy, contents: (legacy as Shape)['contents'] }) },
        },
      ],
    },
  ];

  it('is taken unchanged from the legacy block, whatever changes follow', () => {
    const box = { object: 'box', legacy: { contents: theirs } };

    expect(answerAsOf('2026-10-09', brought, box, inUtc)).toEqual({ object: 'box', contents: theirs });
    expect(answerAsOf('2026-10-12', brought, box, inUtc)).toEqual({ object: 'box' });
  });
});

describe('a response at the newest pin', () => {
  it('is unchanged', () => {
    const resources = fc.constantFrom('calendar_connection', 'member', 'meeting', 'list');
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(
          fc.string().filter((key) => key !== 'legacy'),
          tie('node'),
          { maxKeys: 3, noNullPrototype: true },
        ),
        fc.record({ object: resources, id: fc.string(), inner: tie('node'), metadata: tie('node') }),
      ),
    })).node;
    fc.assert(
      fc.property(tree, (answer) => {
        expect(answerAsOf(NEWEST_VERSION, releases, answer, inUtc)).toEqual(answer);
        expect(answerAsOf(NEWEST_VERSION, history, answer, inUtc)).toEqual(answer);
      }),
    );
  });

  it('has no legacy block', () => {
    const member = { object: 'member', id: 'mem_1', legacy: { policy: {} } };

    expect(answerAsOf(NEWEST_VERSION, releases, member, inUtc)).toEqual({ object: 'member', id: 'mem_1' });
    expect(answerAsOf(NEWEST_VERSION, releases, { data: { object: member } }, inUtc)).toEqual({
      data: { object: { object: 'member', id: 'mem_1' } },
    });
  });
});

describe('the chain of versions', () => {
  it('converts responses back through every release after the pin, newest first', () => {
    const thing = { object: 'thing', grams: 2500 };

    expect(answerAsOf('2026-10-12', history, thing, inUtc)).toEqual(thing);
    expect(answerAsOf('2026-10-09', history, thing, inUtc)).toEqual({ object: 'thing', kilos: 2.5 });
    expect(answerAsOf('2025-11-25', history, thing, inUtc)).toEqual({ object: 'thing', weight: 2.5 });
  });

  it('converts requests forward, oldest first, by operation', () => {
    expect(requestAsOf('2025-11-25', history, 'POST /things', { weight: 2.5 })).toEqual({ grams: 2500 });
    expect(requestAsOf('2026-10-09', history, 'POST /things', { kilos: 2.5 })).toEqual({ grams: 2500 });
    expect(requestAsOf('2026-10-12', history, 'POST /things', { grams: 2500 })).toEqual({ grams: 2500 });
    expect(requestAsOf('2025-11-25', history, 'PATCH /things/{id}', { weight: 2.5 })).toEqual({ weight: 2.5 });
  });

  it('leaves a request without a body unchanged', () => {
    expect(requestAsOf('2025-11-25', history, 'POST /things', undefined)).toBeUndefined();
  });

  it('reports whether a pin keeps a behaviour', () => {
    expect(keeps('2026-10-09', history, 'light-things')).toBe(true);
    expect(keeps('2026-10-12', history, 'light-things')).toBe(false);
    expect(keeps('2025-11-25', history, 'heavy-things')).toBe(false);
    expect(keeps(OLDER, releases, 'member-policy')).toBe(true);
  });

  it.each([
    ['the day of a release', '2026-10-12', '2026-10-12'],
    ['the day after', '2026-10-13', '2026-10-12'],
    ['far ahead', '2999-01-01', '2026-10-12'],
    ['the day before', '2026-10-11', '2026-10-09'],
    ['before them all', '2026-01-01', '2025-11-25'],
    ['before the service existed', '1999-12-31', '2025-11-25'],
  ])('serves a date on %s with the newest version on or before it', (_when, date, version) => {
    expect(versionOn(date, releases)).toBe(version);
  });

  it('names the next breaking version for older pins', () => {
    expect(successorOf('2025-11-25', history)).toBe('2026-05-01');
    expect(successorOf('2026-05-01', history)).toBe('2026-10-12');
    expect(successorOf('2026-10-09', history)).toBe('2026-10-12');
    expect(successorOf('2026-10-12', history)).toBeUndefined();
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'has no change for a resource called %s',
    (object) => {
      const answer = { object, grams: 1 };

      expect(answerAsOf('2025-11-25', history, answer, inUtc)).toBe(answer);
    },
  );
});
