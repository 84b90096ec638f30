import fc from 'fast-check';
import { SourceNumber } from '#shared/foundation/core/json';
import { Refusal } from '#shared/foundation/core/refusal';
import { inSnakeCase, snakeCaseOf } from '#shared/foundation/http/request/read-casing';
import { describe, expect, it } from '#test/support/jest';

const json = (text: string): unknown => JSON.parse(text);
const refusalOf = (act: () => unknown): Refusal => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
};

describe('the spelling of fields', () => {
  it.each([
    ['meetingUrl', 'meeting_url'],
    ['meeting_url', 'meeting_url'],
    ['icalUid', 'ical_uid'],
    ['workspaceID', 'workspace_id'],
    ['step2Name', 'step2_name'],
    ['url', 'url'],
    ['URL', 'URL'],
    ['Meeting', 'Meeting'],
    ['a.bC', 'a.bC'],
    ['__proto__', '__proto__'],
    ['', ''],
  ])('%s is read as %s', (sent, read) => expect(snakeCaseOf(sent)).toBe(read));

  it('is the same at every depth, and never touched inside metadata', () => {
    const sent = {
      workspaceId: 'wks_1',
      participants: [{ firstName: 'Ada', metadata: { camelCase: 1 } }],
      recording: { methods: { bot: { silenceDetection: { alert: true } } } },
      metadata: {
        camelCase: 'x',
        snake_case: 'y',
        nested: { camelCase: [{ deepKey: 1 }] },
        n: new SourceNumber('1.0'),
      },
    };
    expect(inSnakeCase(sent)).toEqual({
      workspace_id: 'wks_1',
      participants: [{ first_name: 'Ada', metadata: { camelCase: 1 } }],
      recording: { methods: { bot: { silence_detection: { alert: true } } } },
      metadata: sent.metadata,
    });
  });

  it('both spellings of one field are refused, each named', () => {
    const refusal = refusalOf(() =>
      inSnakeCase({ meetingUrl: 'a', meeting_url: 'a', participants: [{ x: 1 }, { memberId: 1, member_id: 2 }] }),
    );
    expect(refusal.kind).toBe('unprocessable');
    expect(refusal.faults.map(({ code, field }) => [code, field])).toEqual([
      ['invalid', 'meeting_url'],
      ['invalid', 'participants.1.member_id'],
    ]);
  });

  it('both spellings of a key inside metadata are two keys', () => {
    const sent = { metadata: { aKey: '1', a_key: '2' } };
    expect(inSnakeCase(sent)).toEqual(sent);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    '%s is a key like any other',
    (key) => {
      const name = snakeCaseOf(key);
      const read = inSnakeCase(json(`{"${key}":{"polluted":1},"a":{"${key}":2}}`));
      expect(JSON.stringify(read)).toBe(`{"${name}":{"polluted":1},"a":{"${name}":2}}`);
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );

  it('read twice is read once', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        let once: unknown;
        try {
          once = inSnakeCase(value);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          return;
        }
        expect(JSON.stringify(inSnakeCase(once))).toBe(JSON.stringify(once));
      }),
    );
  });
});
