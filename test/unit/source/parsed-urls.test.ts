import { describe, expect, it } from '#test/support/jest';
import { ourSource } from './our-source.ts';

describe('text that is to be a URL', () => {
  it('is parsed by parseUrl alone: docs/decisions/parse-url.md', () => {
    const parsing = ourSource().filter(({ text }) => /\bURL\.(?:parse|canParse)\(/.test(text));
    expect(parsing.map(({ path }) => path)).toEqual(['shared/foundation/core/url.ts']);
  });
});
