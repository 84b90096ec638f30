import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { markdown } from '#functions/pages/app/meeting/markdown';

const shown = (text: string): string => String(markdown(text));

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

  it('shows text that is nested too deeply for the parser as it is', () => {
    expect(shown('>'.repeat(50_000))).toMatch(/^<p>(?:&gt;)+<\/p>$/);
  });

  it('shows text that is nested too deeply for the renderer as it is, at any depth', () => {
    for (let deep = 600; deep < 4_000; deep *= 1.2) expect(shown(`${'- '.repeat(deep)}x`)).toMatch(/^<(?:ul|p)>/);
  });

  it('shows text of more than 20,000 characters as it is, since parsing may take minutes', () => {
    expect(shown(`**a** ${'a'.repeat(20_000)}`)).toMatch(/^<p>\*\*a\*\* a+<\/p>$/);
    expect(shown(`**a** ${'a'.repeat(10_000)}`)).toMatch(/^<p><strong>a<\/strong> a+<\/p>$/);
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
