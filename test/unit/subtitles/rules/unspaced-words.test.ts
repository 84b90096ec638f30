import fc from 'fast-check';
import { unspacedWords } from '#shared/texts/subtitles/rules/unspaced-words';
import { anyText } from '#test/support/any-text';
import { describe, expect, it } from '#test/support/jest';

describe('words without spaces', () => {
  it('have their punctuation', () => {
    expect(unspacedWords('我们「今天」发布。')).toEqual(['我们', '「今天」', '发布。']);
  });

  it.each([
    ['我们用GPT-4测试。', ['我们', '用', 'GPT-4', '测试。']],
    ['价格是￥100元', ['价格', '是￥100', '元']],
  ])('keep Latin words and amounts whole: %s', (text, parts) => {
    expect(unspacedWords(text)).toEqual(parts);
  });

  it('are one in a script with spaces', () => {
    expect(unspacedWords('well-known')).toEqual(['well-known']);
  });

  it('are together the text, whatever the text is', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(unspacedWords(`「（。${text}中文`).join('')).toBe(`「（。${text}中文`);
      }),
    );
  });
});
