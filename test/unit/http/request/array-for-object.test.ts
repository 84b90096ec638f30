import * as v from 'valibot';
import { arrayForObject } from '#shared/http/request/array-for-object';
import { describe, expect, it } from '#test/support/jest';

const Schema = v.pipe(
  v.strictObject({
    recording: v.optional(v.nullable(v.strictObject({ enabled: v.optional(v.boolean()) }))),
    people: v.optional(v.array(v.strictObject({ name: v.optional(v.string()) }))),
    metadata: v.optional(v.unknown()),
  }),
  v.check(() => true),
);

describe('an array where an object belongs', () => {
  it.each([
    ['recording', { recording: [] }],
    ['people.1', { people: [{}, []] }],
    ['', []],
  ])('is found: %s', (path, value) => {
    expect(arrayForObject(Schema, value)).toBe(path);
  });

  it.each([[{}], [{ recording: null }], [{ recording: {} }], [{ people: [] }], [{ metadata: [] }], ['text'], [null]])(
    'is not seen where there is none: %j',
    (value) => {
      expect(arrayForObject(Schema, value)).toBeUndefined();
    },
  );
});
