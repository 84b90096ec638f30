import fc from 'fast-check';
import { plain } from '#shared/capture/summaries/extractive-summarizer/cues';
import { htmlOf, readMarkdown, textOf } from '#shared/capture/summary-mail/rules/read-markdown';
import { asMarkdown, escaped } from '#shared/meetings/summaries/rules/check-answer';
import { describe, expect, it } from '#test/support/jest';

const html = (markdown: string) => htmlOf(readMarkdown(markdown));

describe('the Markdown of a summary', () => {
  it.each([
    ['One.\nTwo.\n\nThree.', '<p>One.<br>Two.</p><p>Three.</p>'],
    ['Before\n- **Ada**: one\n- two', '<p>Before</p><ul><li><b><bdi>Ada</bdi></b>: one</li><li>two</li></ul>'],
    ['# No heading\n[no](link) ![no](image)', '<p># No heading<br>[no](link) ![no](image)</p>'],
    ['**open and `code`', '<p>**open and `code`</p>'],
    ['', ''],
  ])('%j', (markdown, expected) => expect(html(markdown)).toBe(expected));

  it('reads as what was said, whichever summarizer wrote it', () =>
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }), (said) => {
        const line = said.replaceAll(/\s+/g, ' ').trim();
        fc.pre(line !== '' && !/^[-*] /.test(line));
        const [block] = readMarkdown(`- **x**: ${plain(said)}`);
        expect(textOf(block ? [block] : [])).toBe(`- x: ${line}`);
        expect(textOf(readMarkdown(`- ${escaped(line)}`))).toBe(`- ${line}`);
      }),
    ));

  it('has no element but its own, whatever a model writes', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (written) => {
        expect(html(asMarkdown(written)).replaceAll(/<\/?(?:p|ul|li|b|bdi|br)>/g, '')).not.toMatch(/[<>]/);
      }),
    ));
});
