import fc from 'fast-check';
import type { Json } from '#shared/foundation/core/json';
import { type FilterCondition, hasFilter, passesFilter } from '#shared/webhooks/endpoints/rules/event-filter';
import { describe, expect, it } from '#test/support/jest';

const MEETING: Json = {
  title: 'Planning 2',
  is_external: true,
  bots_count: 7,
  ends_at: null,
  language: 'null',
  metadata: { team: 'sales', crm: '7', 'team.eu': 'berlin', constructor: 'mine' },
  participants: [{ email: 'ada@acme.test' }, { email: 'ben@other.test', tags: ['vip', 'new'] }],
  results: { summary: { status: 'ready' } },
};

const passes = (...conditions: readonly FilterCondition[]) =>
  passesFilter({ 'meeting.updated': conditions }, 'meeting.updated', MEETING);

const equals = (path: string, value: FilterCondition['value']): FilterCondition => ({
  path,
  operator: 'equals',
  value,
});
const prefix = (path: string, value: FilterCondition['value']): FilterCondition => ({
  path,
  operator: 'prefix',
  value,
});

describe('a filter', () => {
  it.each([
    ['a text', equals('title', 'Planning 2')],
    ['a beginning', prefix('title', 'Plan')],
    ['a whole value as its own beginning', prefix('title', 'Planning 2')],
    ['a value in an object', equals('results.summary.status', 'ready')],
    ['a key of metadata', equals('metadata.team', 'sales')],
    ['a key of metadata with a dot', equals('metadata.team.eu', 'berlin')],
    ['a number that metadata holds as text', equals('metadata.crm', 7)],
    ['a number by its text, as a form sends it', equals('bots_count', '7')],
    ['the beginning of a number', prefix('bots_count', '7')],
    ['a boolean', equals('is_external', true)],
    ['a boolean by its text, as a form sends it', equals('is_external', 'true')],
    ['null', equals('ends_at', null)],
    ['any item of an array', equals('participants.email', 'ben@other.test')],
    ['any value of an array in an array', equals('participants.tags', 'new')],
  ])('passes an event by %s', (_what, condition) => {
    expect(passes(condition)).toBe(true);
  });

  it.each([
    ['another text', equals('title', 'Planning')],
    ['another case', equals('title', 'planning 2')],
    ['another beginning', prefix('title', 'lanning')],
    ['an object as a whole', equals('results', '[object Object]')],
    ['the text null for null', equals('ends_at', 'null')],
    ['null for a value that is absent', equals('absent', null)],
    ['null for the text null', equals('language', null)],
    ['null as a beginning', prefix('ends_at', null)],
    ['a path beyond a value', equals('title.length', 10)],
    ['what every object inherits', prefix('toString', 'function')],
    ['what is behind the prototype', prefix('__proto__.toString', 'function')],
    ['what the metadata inherits', prefix('metadata.toString', 'function')],
    ['an index of an array', equals('participants.0.email', 'ada@acme.test')],
    ['an item of no array', equals('participants.phone', null)],
    ['a path that begins with a dot', equals('.title', 'Planning 2')],
  ])('leaves an event out by %s', (_what, condition) => {
    expect(passes(condition)).toBe(false);
  });

  it.each(['teams', '.name'])('looks for %s under no other key', (path) => {
    const object = { team: { teams: 'sales' }, '': { name: 'sales' } };

    expect(passesFilter({ type: [equals(path, 'sales')] }, 'type', object)).toBe(false);
  });

  it('passes an event of which all conditions hold', () => {
    expect(passes(equals('metadata.team', 'sales'), prefix('title', 'Plan'))).toBe(true);
    expect(passes(equals('metadata.team', 'sales'), prefix('title', 'Review'))).toBe(false);
  });

  it('is for the events of its type alone', () => {
    const filters = { 'meeting.updated': [equals('title', 'Other')], 'meeting.created': [] };

    const types = ['meeting.updated', 'meeting.created', 'bot.failed', 'constructor'];
    expect(types.map((type) => hasFilter(filters, type))).toEqual([true, false, false, false]);
    expect(types.map((type) => passesFilter(filters, type, MEETING))).toEqual([false, true, true, true]);
  });

  it('finds any text at the path that leads to it, whatever its keys are called', () => {
    const key = fc.string({ minLength: 1 }).filter((text) => !text.includes('.') && text !== '__proto__');
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 4 }), fc.string(), fc.string(), (path, text, other) => {
        const object = path.reduceRight<Json>((inner, name) => ({ [name]: inner }), text);
        const at = (value: string) => passesFilter({ type: [equals(path.join('.'), value)] }, 'type', object);

        expect(at(text)).toBe(true);
        expect(at(other)).toBe(text === other);
      }),
    );
  });
});
