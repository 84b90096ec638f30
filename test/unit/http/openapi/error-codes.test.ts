import { contracts } from '#shared/wiring/all-contracts';
import { ERROR_CODES } from '#shared/wiring/documents/error-codes';
import { errorResponsesOf } from '#shared/wiring/documents/error-responses';
import { describe, expect, it } from '#test/support/jest';

interface Refused {
  readonly content: {
    readonly 'application/json': { readonly schema: { readonly allOf: readonly [unknown, CodedErrors] } };
  };
}

interface CodedErrors {
  readonly properties: {
    readonly errors: {
      readonly items: { readonly properties: { readonly code: { readonly enum: readonly string[] } } };
    };
  };
}

/** Every code that an endpoint may refuse with, as `422 blank`. */
const answered = new Set(
  contracts.flatMap((contract) =>
    Object.entries(errorResponsesOf(contract) as unknown as Readonly<Record<string, Refused>>).flatMap(
      ([status, { content }]) =>
        content['application/json'].schema.allOf[1].properties.errors.items.properties.code.enum.map(
          (code) => `${status} ${code}`,
        ),
    ),
  ),
);

const named = (some: readonly { status: number; code: string }[]) =>
  some.map(({ status, code }) => `${status} ${code}`).sort();

describe('the table of error codes', () => {
  it('has every code that an endpoint refuses with, and none that nothing answers but those set aside and those of pages', () => {
    const live = ERROR_CODES.filter(({ reserved, onPage }) => !reserved && !onPage);

    expect([...answered].sort()).toEqual(named(live));
  });

  it('keeps those set aside unused', () => {
    const aside = named(ERROR_CODES.filter(({ reserved }) => reserved));

    expect(aside.filter((name) => answered.has(name))).toEqual([]);
  });

  it('has each code once for a status', () => {
    const names = named(ERROR_CODES);

    expect(names).toEqual([...new Set(names)]);
  });
});
