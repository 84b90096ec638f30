import fc from 'fast-check';
import * as v from 'valibot';
import { arrayForObject, fitBody } from '#shared/foundation/http/request/fit-body';
import { describe, expect, it } from '#test/support/jest';

const Schema = v.pipe(
  v.strictObject({
    name: v.optional(v.string()),
    group: v.optional(v.nullable(v.strictObject({ enabled: v.optional(v.boolean()) }))),
    people: v.optional(
      v.pipe(v.array(v.strictObject({ name: v.optional(v.string()) })), v.maxLength(2, '[too_long] holds at most 2.')),
    ),
    metadata: v.optional(v.unknown()),
  }),
  v.check(() => true),
);

const fitted = (sent: unknown) => {
  const { body, faults } = fitBody(Schema, sent);
  return { body, faults: faults.kept.map(({ code, field }) => `${code} ${field}`), more: faults.more };
};

describe('a body that is fitted to its schema', () => {
  it('is left as it is where it has the fields of the schema, of whatever type', () => {
    for (const body of [{}, { name: 1, group: null, people: [{ name: [] }], metadata: { any: [1] } }, 'text', null, []])
      expect(fitted(body)).toEqual({ body, faults: [], more: 0 });
  });

  it('loses unknown fields at every depth, each named', () => {
    const sent = JSON.parse('{"name":"A","x":1,"group":{"y":2},"people":[{},{"name":"B","z":3}],"__proto__":{"p":1}}');

    expect(fitted(sent)).toEqual({
      body: { name: 'A', group: {}, people: [{}, { name: 'B' }] },
      faults: ['unknown_field x', 'unknown_field group.y', 'unknown_field people.1.z', 'unknown_field __proto__'],
      more: 0,
    });
  });

  it('loses the items of a long array behind the hundred-and-first wrong one', () => {
    const long = v.strictObject({ texts: v.pipe(v.array(v.string()), v.maxLength(10_000)) });
    const of = (texts: readonly unknown[]) => fitBody(long, { texts }).body;
    const right = Array.from({ length: 9_000 }, () => 'a');

    expect(of([...right, 1])).toEqual({ texts: [...right, 1] });
    expect(of([...right.slice(0, 5), ...right.map(() => 1)])).toEqual({
      texts: [...right.slice(0, 5), ...Array.from({ length: 101 }, () => 1)],
    });
  });

  it('loses the items of an array over its maximum length, which are not looked at', () => {
    expect(fitted({ people: [{ x: 1 }, {}, {}] })).toEqual({
      body: { people: [] },
      faults: ['too_long people'],
      more: 0,
    });
  });

  it('names 100 faults and counts the others', () => {
    const sent = Object.fromEntries(Array.from({ length: 80_000 }, (_, nth) => [`f${nth}`, nth]));

    const { faults, more } = fitted(sent);

    expect([faults.length, more]).toEqual([100, 79_900]);
  });

  it('is valid where what is left out was all that was wrong', () => {
    const known = fc.record({ name: fc.string(), group: fc.constant({ enabled: true }) }, { requiredKeys: [] });
    const unknown = fc.dictionary(
      fc.string({ minLength: 1 }).map((name) => `x${name}`),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(known, unknown, (fields, others) => {
        expect(v.is(Schema, fitBody(Schema, { ...others, ...fields }).body)).toBe(true);
      }),
    );
  });
});

describe('an array where an object belongs', () => {
  it.each([
    ['group', { group: [] }],
    ['people.1', { people: [{}, []] }],
    ['', []],
  ])('is found: %s', (path, value) => {
    expect(arrayForObject(Schema, value)).toBe(path);
  });

  it.each([[{}], [{ group: null }], [{ group: {} }], [{ people: [] }], [{ metadata: [] }], ['text'], [null]])(
    'is not seen where there is none: %j',
    (value) => {
      expect(arrayForObject(Schema, value)).toBeUndefined();
    },
  );
});
