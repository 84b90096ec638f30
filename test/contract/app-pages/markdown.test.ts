import fc from 'fast-check';
import { html } from 'hono/html';
import { Lexer } from 'marked';
import { markdown } from '#functions/pages/app/meeting/markdown';
import { describe, expect, it, jest } from '#test/support/jest';

const shown = (text: string): string => String(markdown(text));

const lines = (line: string): string => Array(900).fill(line).join('\n');

describe('Markdown on a page', () => {
  it.each([
    ['# One\n### Two', '<h3>One</h3><h4>Two</h4>'],
    [
      'We **ship** *on* `Tuesday` ~~or not~~',
      '<p>We <strong>ship</strong> <em>on</em> <code>Tuesday</code> <s>or not</s></p>',
    ],
    ['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['- [x] done\n- [ ] open', '<ul><li>☑ done</li><li>☐ open</li></ul>'],
    ['> said', '<blockquote><p>said</p></blockquote>'],
    ['```\na < b\n```', '<pre><code>a &lt; b</code></pre>'],
    ['one\n\n---\n\ntwo', '<p>one</p><hr><p>two</p>'],
    ['a  \nb', '<p>a<br>b</p>'],
    ['\\*not bold\\* &amp; &lt;plain&gt;', '<p>*not bold* &amp; &lt;plain&gt;</p>'],
  ])('%s', (text, expected) => {
    expect(shown(text).replaceAll('\n', '')).toBe(expected.replaceAll('\n', ''));
  });

  it('renders a table', () => {
    expect(shown('| a | b |\n|-|-|\n| 1 | **2** |')).toContain('<td>1</td><td><strong>2</strong></td>');
  });

  it.each(['https://acme.test/a?b=c', 'http://acme.test/', 'mailto:ada@acme.test'])('links to %s', (to) => {
    expect(shown(`[there](${to})`)).toBe(`<p><a href="${to}" rel="nofollow noopener noreferrer">there</a></p>`);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/app', '//evil.test', 'vbscript:x', 'file:///etc/passwd'])(
    'renders no link to %s',
    (to) => {
      expect(shown(`[there](${to})`)).toBe('<p>there</p>');
    },
  );

  it('shows an image as its alternative text, and HTML as text', () => {
    expect(shown('![a cat](https://evil.test/cat.png) <b>x</b>')).toBe('<p>a cat &lt;b&gt;x&lt;/b&gt;</p>');
  });

  it.each([
    ['20 KB of *a_', '*a_'.repeat(6_666)],
    ['emphasis that is never closed, in a paragraph of 2,000 characters', '*a_'.repeat(666)],
    ['brackets that are never closed', '['.repeat(1_999).replaceAll('[', '[a ').slice(0, 2_000)],
    ['a paragraph of 2,001 characters', `**a** ${'a'.repeat(1_995)}`],
    [
      'a paragraph of 2,001 characters in several lines',
      Array(40)
        .fill(`**a** ${'a'.repeat(50)}`)
        .join('\n'),
    ],
    ['a paragraph of 900 lines in a quote', lines('> *a_*a_*a_*a_*a')],
    ['a paragraph of 900 lines in quotes in a quote', lines('> >> *a_*a_')],
    ['a paragraph of 900 lines that goes on after a quote', `> a\n${lines('*a_*a_*a')}`],
    ['a paragraph of 900 lines that goes on after an item', `- a\n${lines('*a_*a_*a')}`],
    ['900 lines that begin with a number and are no list', `a\n${lines('2. *a_*a_*a')}`],
    ['900 lines that begin with a bar and are no table', lines('|*a_*a_*a')],
    ['900 lines that are indented too far for headings', `a\n${lines('    # *a_*a')}`],
    ['900 lines that begin with backticks and are no code', lines('```*a_`*a_*a')],
    ['lines that end with a carriage return alone', '-\r'.repeat(1_001)],
    ['quotes in quotes', '>'.repeat(50)],
    ['lists in lists', `${'- '.repeat(50)}x`],
    ['lists that are indented ever more', Array.from({ length: 60 }, (_, nth) => `${'  '.repeat(nth)}- x`).join('\n')],
    ['20,000 lines', '-\n'.repeat(9_999)],
    ['more than 20,000 characters', 'a\n\n'.repeat(6_667)],
  ])('shows text that would take long to parse as it is, and does not parse its paragraphs: %s', (_what, text) => {
    const parser = jest.spyOn(Lexer.prototype, 'inlineTokens');
    try {
      expect(shown(text)).toBe(String(html`<p>${text}</p>`));
      expect(parser).not.toHaveBeenCalled();
    } finally {
      parser.mockRestore();
    }
  });

  it('renders many paragraphs, items and rows, each within the bounds', () => {
    const some = (line: string) => Array(40).fill(line.padEnd(100, ' a')).join('\n');

    expect(shown(some('- **a**'))).toMatch(/^<ul>(?:<li><strong>a<\/strong>[^<]*<\/li>){40}<\/ul>$/);
    expect(shown(`| a |\n|-|\n${some('| b').replaceAll(/$/gm, '|')}`)).toContain('<table>');
    expect(
      shown(
        Array(9)
          .fill(`**a** ${'a'.repeat(1_900)}`)
          .join('\n\n'),
      ),
    ).toMatch(/^(?:<p><strong>a<\/strong> a+<\/p>){9}$/);
  });

  it('renders only known elements, and no attribute from the text', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '[a](',
      ')',
      '`',
      '*',
      '![',
      '](',
      'x',
      '&lt;',
      '\n',
      '|',
      '# ',
      'on=1',
      '=',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const left = shown(pieces.join(''))
          .replace(/<a href="(?:https?:\/\/|mailto:)[^"]*" rel="nofollow noopener noreferrer">/g, '')
          .replace(/<div class="grid" role="region" aria-label="Table" tabindex="0">|<th scope="col">/g, '')
          .replace(
            /<\/?(?:h3|h4|p|ul|ol|li|blockquote|pre|code|table|thead|tbody|tr|th|td|hr|br|strong|em|s|a|div)>/g,
            '',
          );
        expect(left).not.toMatch(/[<>"]/);
      }),
      { numRuns: 500 },
    );
  });
});
