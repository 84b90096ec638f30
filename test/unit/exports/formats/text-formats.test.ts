import fc from 'fast-check';
import { Lexer, type Tokens } from 'marked';
import { readInstant } from '#shared/foundation/core/time';
import { tableAsCsv, textAsCsv } from '#shared/texts/exports/formats/csv';
import { textAsHtml } from '#shared/texts/exports/formats/html';
import { textAsJson } from '#shared/texts/exports/formats/json';
import { textAsMarkdown } from '#shared/texts/exports/formats/md';
import { anExportedText } from '#test/support/exported-text';
import { describe, expect, it } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';

const date = readInstant('2026-11-02T10:00:00Z') ?? null;
const plain = { showTimestamps: false, timestampsEverySeconds: null, showSpeakers: false };
const saying = (text: string) => aTranscript([['Ada', text]]);
const anyLine = fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map((text) => `a${text.replaceAll(/\s+/g, ' ')}b`);

describe('a text as Markdown', () => {
  it('has title, date, people, speakers and times', () => {
    expect(textAsMarkdown(anExportedText({ date }))).toBe(
      '# Weekly sync\n\n*2026-11-02 10:00 UTC*\n\nAda, Ben\n\n**Ada:** \\[00:00:00\\] Shall we?\n\n**Ben:** \\[00:00:02\\] Yes.\n',
    );
  });

  it.each(['1. one', '# two', '<b>three</b>', '[four](five)', '~~~', '- five', '&amp;'])('keeps %s as text', (text) => {
    expect(
      paragraphs(textAsMarkdown(anExportedText({ transcript: saying(text), people: [], options: plain }))),
    ).toEqual([text]);
  });

  it('keeps any text as text', () => {
    fc.assert(
      fc.property(anyLine, (text) => {
        const written = textAsMarkdown(anExportedText({ transcript: saying(text), people: [], options: plain }));

        expect(paragraphs(written)).toEqual([text]);
      }),
    );
  });
});

describe('a text as HTML', () => {
  it('has title, date, people, speakers and times', () => {
    const page = textAsHtml(anExportedText({ date }));

    expect(page).toContain('<html lang="en">');
    expect(page).toContain(
      '<h1 dir="auto">Weekly sync</h1>\n<p><time datetime="2026-11-02T10:00:00.000Z">2026-11-02 10:00 UTC</time></p>\n<p dir="auto">Ada, Ben</p>',
    );
    expect(page).toContain('<p dir="auto"><strong>Ben:</strong> <time>00:00:02</time> Yes.</p>');
  });

  it('has no markup of a text, a name or a title', () => {
    const transcript = aTranscript([['<i>Eve</i>', '<script>alert("1")</script> & \u0007']]);
    const page = textAsHtml(anExportedText({ title: '</title><b>', people: ['<u>'], transcript }));

    expect(page).not.toMatch(/<(?:i|script|b|u)>/);
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; </p>');
  });
});

describe('a text as JSON', () => {
  it('is the transcript with the times of its words', () => {
    expect(JSON.parse(textAsJson(anExportedText({ transcript: saying('Yes.') })))).toEqual({
      object: 'transcript',
      language: 'en',
      speakers: [{ id: 'spk_1', name: 'Ada' }],
      segments: [
        {
          id: 'seg_1',
          speaker_id: 'spk_1',
          start: 0,
          end: 1,
          text: 'Yes.',
          confidence: null,
          words: [{ text: 'Yes.', start: 0, end: 1, confidence: null }],
        },
      ],
    });
  });
});

/** The cell of a text. */
const cellOf = (text: string): string =>
  tableAsCsv({ columns: ['text'], rows: [[text]] })
    .replace(/^\ufefftext\r\n/, '')
    .replace(/\r\n$/, '');

describe('a text as CSV', () => {
  it('has a line for each segment', () => {
    expect(textAsCsv(anExportedText())).toBe(
      '\ufeffstart,end,speaker,text\r\n00:00:00.000,00:00:02.000,Ada,Shall we?\r\n00:00:02.000,00:00:03.000,Ben,Yes.\r\n',
    );
  });

  it('has the columns that are asked for', () => {
    expect(textAsCsv(anExportedText({ options: plain }))).toBe('\ufefftext\r\nShall we?\r\nYes.\r\n');
  });

  it.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', ' =1', '\u200b=1', '\t=1', '\r=1', '\tx'],
  ])('quotes %j, with an apostrophe before it', (text) => {
    expect(cellOf(text)).toMatch(/^"'[^"]*"$/);
  });

  it.each([
    ['x;=HYPERLINK("https://evil.test")', `"x;'=HYPERLINK(""https://evil.test"")"`],
    ['x;"=1+1"', `"x;'""=1+1"""`],
    ['x\t@SUM(A1)', `"x\t'@SUM(A1)"`],
    ['x\n=1', `"x\n'=1"`],
    ['x\r\n=1', `"x\r\n'=1"`],
    ['x|－1', `"x|'－1"`],
    ['one; two', '"one; two"'],
    ['twenty-one = 21', 'twenty-one = 21'],
  ])('writes %j as %j', (text, cell) => {
    expect(cellOf(text)).toBe(cell);
  });

  it('has no formula under any separator, whatever is said and by whom', () => {
    const signs = [...'=+-@＝＋－＠﹦﹢﹣﹫;,|\t\n\r"\' a1(', '\u2028', '\ufeff', '\u00a0'];
    const anyText = fc.array(fc.constantFrom(...signs), { maxLength: 12 }).map((written) => written.join(''));
    fc.assert(
      fc.property(anyText, anyText, (name, text) => {
        const written = tableAsCsv({ columns: ['speaker', 'text'], rows: [[name, text]] });

        for (const separator of [',', ';', '\t', '|'])
          expect(cellsOf(written, separator).filter((cell) => FORMULA.test(cell))).toEqual([]);
        // A reader that knows no quotes.
        for (const separator of [';', '\t', '|', /\r\n|[\r\n]/])
          expect(written.split(separator).filter((part) => FORMULA.test(part.replace(/^"*/, '')))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has an apostrophe before every character that Unicode counts as the sign of a formula', () => {
    const characters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code));
    const signs = characters.filter((one) => '=+-@'.includes(one.normalize('NFKC')));

    const cells = tableAsCsv({ columns: ['text'], rows: signs.map((sign) => [`${sign}1`]) })
      .split('\r\n')
      .slice(1, -1);

    expect(signs.length).toBeGreaterThan(12);
    expect(cells).toEqual(signs.map((sign) => `"'${sign}1"`));
  });

  it('keeps a formula in what is said from being one', () => {
    expect(textAsCsv(anExportedText({ transcript: saying('=1+1; -2'), options: plain }))).toBe(
      '\ufefftext\r\n"\'=1+1;\' -2"\r\n',
    );
  });

  it('quotes cells with commas and quotes', () => {
    const transcript = saying('"Yes", she said');

    expect(textAsCsv(anExportedText({ transcript, options: plain }))).toBe('\ufefftext\r\n"""Yes"", she said"\r\n');
  });
});

/** What a spreadsheet reads as a formula. */
const FORMULA = /^[\s\ufeff]*[=+\-@＝＋－＠﹦﹢﹣﹫]/;

/**
 * The cells that a spreadsheet finds with a separator. As Excel does, it takes quotes only at the start of a cell, and
 * keeps what follows the closing quote.
 */
function cellsOf(csv: string, separator: string): readonly string[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${separator}\\r\\n]*)(?:[${separator}\\r\\n]|$)`, 'gy');
  return [...csv.replace(/^\ufeff/, '').matchAll(cell)].map(
    ([, quoted = '', rest = '']) => `${quoted.replaceAll('""', '"')}${rest}`,
  );
}

/** The text of each paragraph, as a reader of Markdown shows it; markup in it is a failure. */
const paragraphs = (markdown: string): readonly string[] =>
  new Lexer()
    .lex(markdown)
    .filter((token): token is Tokens.Paragraph => token.type === 'paragraph')
    .map(({ tokens }) =>
      tokens
        .map((token) => {
          expect(['text', 'escape']).toContain(token.type);
          return 'text' in token ? token.text : '';
        })
        .join(''),
    );
