/** The forms of a name that files, code, the wire and sentences use. */
export interface Names {
  /** `retention-rule` */
  readonly kebab: string;
  readonly camel: string;
  readonly pascal: string;
  readonly snake: string;
  /** `retention rule` */
  readonly noun: string;
}

export function namesOf(kebab: string): Names {
  const words = kebab.split('-');
  const pascal = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
  return {
    kebab,
    pascal,
    camel: `${pascal[0]?.toLowerCase()}${pascal.slice(1)}`,
    snake: words.join('_'),
    noun: words.join(' '),
  };
}

/** A template about `wid-get`s with the prefix `wdg`, as a text about these. */
export function filled(template: string, one: Names, many: Names, prefix: string): string {
  const pairs: readonly (readonly [string, string])[] = [
    ['wid-gets', many.kebab],
    ['wid_gets', many.snake],
    ['widGets', many.camel],
    ['WidGets', many.pascal],
    ['Wid gets', sentence(many.noun)],
    ['wid gets', many.noun],
    ['wid-get', one.kebab],
    ['wid_get', one.snake],
    ['widGet', one.camel],
    ['WidGet', one.pascal],
    ['Wid get', sentence(one.noun)],
    ['wid get', one.noun],
    ['wdg', prefix],
    ['WDG', prefix.toUpperCase()],
  ];
  return pairs.reduce((text, [from, to]) => text.replaceAll(from, to), template);
}

const sentence = (noun: string): string => `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
