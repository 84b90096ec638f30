import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { ourSource } from './our-source.ts';

/** A regular expression as it is written: after what an operand can follow, and not a division or a comment. */
const LITERAL =
  /(?<=[(,=:[!&|?{};]\s*|return\s+|=>\s*)\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?![\w$])/g;

interface Written {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

const written: readonly Written[] = ourSource().flatMap(({ path, text }) =>
  [...text.matchAll(LITERAL)]
    .map(([, source = '', flags = '']) => ({ path, source, flags }))
    // A path in a template, not an expression.
    .filter(({ source }) => !source.includes('${')),
);

/**
 * Whether a part may repeat or be left out: without that, an expression looks at no more characters from each place than
 * it is long itself.
 */
const mayRepeat = ({ source }: Written): boolean =>
  /[*+?{]/.test(source.replaceAll(/\\[pPu]\{[^}]*\}|\\.|\[(?:[^\]\\]|\\.)*\]|\(\?(?:[:=!]|<[=!]|<\w+>)/g, ''));

const LONG = sized({ everyday: 100_000, release: 200_000 });
/** A thousand times what a look through such a text takes, also on a busy machine, and a small part of what trying every split of it takes. */
const TIMEOUT_MS = 5_000;

/** What may repeat inside the expression, and what may stand before it. */
function piecesOf(source: string) {
  const plain = source.replaceAll(/\\[dwsSWDbBpP]|\\x[0-9a-f]{2}|\\u\{?[0-9a-f]+\}?|[\\^$()[\]{}*+?|]/gi, ' ');
  const letters = [...new Set([...plain.replaceAll(' ', ''), 'a', '0', ' ', '\t', '\n'])].slice(0, 10);
  const words = plain.split(/ +/).filter((word) => word.length > 1);
  return { letters, words: words.slice(0, 6) };
}

function attacksOn(source: string): readonly string[] {
  const { letters, words } = piecesOf(source);
  const units = [
    ...letters,
    ...letters.slice(0, 3).flatMap((one) => letters.slice(0, 3).map((two) => one + two)),
    ...words,
  ];
  return units
    .filter((unit) => unit !== '')
    .flatMap((unit) =>
      ['', '\u0001', ...words.slice(0, 1)].map((word) => `${word}${unit.repeat(LONG / unit.length)}\u0001`),
    );
}

/** Whether every attack is over in time; V8 stops an expression that is still trying. */
function isQuick({ source, flags }: Written, timeoutMs = TIMEOUT_MS): boolean {
  const expression = new RegExp(source, `${flags.replace('g', '')}g`);
  try {
    runInNewContext(
      'for (const text of attacks) { text.replace(expression, ""); }',
      { expression, attacks: attacksOn(source) },
      { timeout: timeoutMs },
    );
    return true;
  } catch {
    return false;
  }
}

/** Looked at with a text of bounded length alone, as file and expression, with the bound. */
const BOUNDED: Readonly<Record<string, string>> = {
  'shared/foundation/http/request/read-authorization.ts: /^[ \\t]+|[ \\t]+$/': 'a header of at most 512 characters',
};

describe('regular expressions', () => {
  it.each(['(a+)+$', ' +$', 'x[^y]*y$'])('would be seen to be slow: %s', (source) => {
    expect(isQuick({ path: '', source, flags: '' }, sized({ everyday: 300, release: TIMEOUT_MS }))).toBe(false);
  });

  it('are found, and those that may repeat a part among them', () => {
    expect(written.length).toBeGreaterThan(50);
    const found = ['a', '[+*]', '\\+', '\\p{L}(?:b|(?<=c)d)', 'a?', '(?:a)+', '[a]*', '\\d{2}'].filter((source) =>
      mayRepeat({ path: '', source, flags: '' }),
    );
    expect(found).toEqual(['a?', '(?:a)+', '[a]*', '\\d{2}']);
  });

  const repeating = written.filter(mayRepeat).map((one) => [`${one.path}: /${one.source}/`, one] as const);
  const verdicts = new Map<string, boolean>();
  it.each(repeating.filter(([name]) => !(name in BOUNDED)))(
    'give up in time on a long text that almost fits: %s',
    (_name, one) => {
      // Several files have the same one.
      const key = `/${one.source}/${one.flags}`;
      verdicts.set(key, verdicts.get(key) ?? isQuick(one));
      expect(verdicts.get(key)).toBe(true);
    },
  );
});
