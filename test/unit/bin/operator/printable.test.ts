import { printAll } from '#bin/operator/export-person';
import { operatorCommand, type Report } from '#bin/operator/operator-command';
import { printable, printableInLine } from '#bin/operator/printable';
import { describe, expect, it, jest } from '#test/support/jest';

/** What a tenant may write into a title, and how an operator sees it. */
const CONTROLS: readonly (readonly [string, string, string])[] = [
  ['an escape sequence', '\u001b[2J', '\\u001b[2J'],
  ['an escape sequence of one character', '\u009b2J', '\\u009b2J'],
  ['a command to the terminal', '\u009d0;owned\u009c', '\\u009d0;owned\\u009c'],
  ['a next line', 'a\u0085b', 'a\\u0085b'],
  ['a carriage return', 'ok\rno', 'ok\\u000dno'],
  ['a delete', 'a\u007f', 'a\\u007f'],
  ['a null', 'a\u0000', 'a\\u0000'],
  ['the first and the last C1 control', '\u0080\u009f', '\\u0080\\u009f'],
  ['marks of direction', '\u061c\u200e\u200f', '\\u061c\\u200e\\u200f'],
  ['embeddings and overrides', '\u202a\u202b\u202c\u202d\u202e', '\\u202a\\u202b\\u202c\\u202d\\u202e'],
  ['isolates', '\u2066\u2067\u2068\u2069', '\\u2066\\u2067\\u2068\\u2069'],
];

const KEPT = ['Größe: 5 µm', 'ראיון', 'مقابلة', '面接 🎤', 'a\u00a0b'];

/** What a command of an operator prints on standard output. */
async function printedBy(report: Report | string, args: readonly string[] = []): Promise<string> {
  const printing = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const command = operatorCommand({ name: 'saying', description: 'Says it.', options: {}, run: async () => report });
  try {
    await command.execute(['--stage', 'local', ...args]);
    return String(printing.mock.calls[0]?.[0]);
  } finally {
    printing.mockRestore();
  }
}

describe('what a command of an operator prints', () => {
  it.each(CONTROLS)('has %s of a tenant as an escape', async (_what, text, escaped) => {
    expect(printable(text)).toBe(escaped);
    expect(await printedBy(`Title: ${text}`)).toBe(`Title: ${escaped}`);
    expect(printableInLine(`${text}\n`)).toBe(`${escaped}\\u000a`);
  });

  it.each(CONTROLS)('is the same JSON with %s in a text and in a name of a field', async (_what, text) => {
    const json = { title: text, [text]: ['a\nb\tc'] };

    const printed = await printedBy({ text: '', json }, ['--json']);

    expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect(JSON.parse(printed)).toEqual(json);
  });

  it.each(CONTROLS)('is the same export of a person with %s', async (_what, text) => {
    const items = [{ object: 'meeting', title: text }] as const;
    const texts: string[] = [];

    await printAll(
      (async function* () {
        yield* items;
      })(),
      (printed) => void texts.push(printed),
    );

    expect(texts.join('')).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect(JSON.parse(texts.join(''))).toEqual(items);
  });

  it.each(KEPT)('keeps %s', async (text) => {
    expect(await printedBy(`First: ${text}\nSecond: ${text}`)).toBe(`First: ${text}\nSecond: ${text}`);
  });
});
