/** Letters of other scripts, small capitals and digits that are drawn like the Latin letters of the names below. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...pairs('a', 'аαɑᴀａ'),
  ...pairs('c', 'сϲᴄⅽ'),
  ...pairs('d', 'ԁɗđᴅ'),
  ...pairs('e', 'еєεᴇ3ҽ'),
  ...pairs('f', 'ƒꜰϝ'),
  ...pairs('g', 'ɡցɢǥԍ'),
  ...pairs('i', 'іıιɪ1lⅼ|ӏɩļ'),
  ...pairs('k', 'кκᴋ'),
  ...pairs('m', 'мμᴍⅿ'),
  ...pairs('n', 'ոпηɴ'),
  ...pairs('o', 'оοσ0օסᴏøө๐๏'),
  ...pairs('r', 'гʀᴦ'),
  ...pairs('s', 'ѕꜱ5ƽ'),
  ...pairs('t', 'тτᴛ'),
  ...pairs('u', 'υսᴜц'),
  ...pairs('w', 'ԝωᴡш'),
  ...pairs('x', 'хχ'),
  ...pairs('z', 'ᴢƶʐζ2'),
};

function pairs(letter: string, lookAlikes: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...lookAlikes].map((one) => [one, letter]));
}

/** One text for all spellings that look alike: NFKC, lower case, no accents, no invisible characters. */
const skeleton = (text: string): string =>
  [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\p{M}\p{Cf}]/gu, ''),
  ]
    .map((letter) => LOOK_ALIKES[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/** Names that only the provider itself has, wherever they are in a text: `GoogleCalendar`. */
const BRANDS = ['google', 'gmail', 'microsoft', 'office365'].map(skeleton);
/** Names that are words, too: they count as a word of their own. */
const WORDS = ['zoom', 'outlook', 'webex'].map(skeleton);
/** Common words: they count as the whole name. */
const WHOLE_NAMES = ['meet', 'teams', 'calendar'].map(skeleton);

/**
 * Whether a workspace would appear under the name of a provider of calendars or calls on a consent page. Spelt in other
 * scripts, with letters that look alike or with spaces between the letters, it is the provider's name all the same.
 */
export function namesProvider(name: string): boolean {
  const words = skeleton(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const isWhole = WHOLE_NAMES.includes(words.join(''));
  return isWhole || runs(words).some((run) => isProvider(run));
}

const isProvider = (run: string): boolean => WORDS.includes(run) || BRANDS.some((brand) => run.includes(brand));

/** Every word, and the words beside each other as one: `Goo gle` is `google`. */
const runs = (words: readonly string[]): readonly string[] =>
  words.flatMap((_, from) =>
    words.slice(from, from + LONGEST_RUN).map((__, length) => words.slice(from, from + length + 1).join('')),
  );

/** Letters of the longest name. */
const LONGEST_RUN = 9;
