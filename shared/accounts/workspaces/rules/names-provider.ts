import { PRODUCT_NAME } from '#shared/accounts/mail/rules/mail';

/** Letters of other scripts, small capitals and digits that are drawn like the Latin letters of the names below. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...pairs('a', 'аαɑᴀａᎪꓮ'),
  ...pairs('b', 'ᏴꓐƀɓⲂ'),
  ...pairs('c', 'сϲᴄⅽᏟꓚƈȼꞓⲤ𐐕'),
  ...pairs('d', 'ԁɗđᴅᎠꓓɖ'),
  ...pairs('e', 'еєεᴇ3ҽᎬꓰɇᶒ'),
  ...pairs('f', 'ƒꜰϝꓝᵮ'),
  ...pairs('g', 'ɡցɢǥԍᏀꓖɠᶃꞡ'),
  ...pairs('i', 'іıιɪ1lⅼ|ӏɩļᎥᏆꓲꓡᏞłƚɫɬɭȴⅰ'),
  ...pairs('k', 'кκᴋᏦꓗƙⱪꞣ'),
  ...pairs('m', 'мμᴍⅿᎷꓟɱᵯᶆⲘ'),
  ...pairs('n', 'ոпηɴꓠɲɳ'),
  ...pairs('o', 'оοσ0օסᴏøө๐๏ꓳɵᴑᴓⱺꝋꬽⲞ𐐄𐐬'),
  ...pairs('oo', 'ꝏꚙ'),
  ...pairs('p', 'рρᴘᏢꓑƥᵽ'),
  ...pairs('r', 'гʀᴦᎡᏒꓣɍɼɽꞧ'),
  ...pairs('s', 'ѕꜱ5ƽᏚꓢʂȿꞩ'),
  ...pairs('t', 'тτᴛᎢꓔŧƭʈⱦȶ'),
  ...pairs('u', 'υսᴜцꓴʉᵾ'),
  ...pairs('w', 'ԝωᴡшᎳꓪⱳ'),
  ...pairs('x', 'хχꓫ'),
  ...pairs('z', 'ᴢƶʐζ2ᏃꓜȥɀⱬⲌ'),
};

/** Names are compared in lower case, which some of these scripts have. */
function pairs(letters: string, lookAlikes: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...lookAlikes].map((one) => [one.toLowerCase(), letters]));
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
/** Names that are words, too: they count as a word of their own. That of the product is among them: it sends the mail. */
const WORDS = ['zoom', 'outlook', 'webex', PRODUCT_NAME].map(skeleton);
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
  return isWhole || runs(words).some((run) => isProvider(run)) || name.split(/\s+/).some(resemblesProvider);
}

const LATIN = /\p{Script=Latin}/u;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Whether a word that mixes Latin with the letters of another script would be a provider's name with a Latin letter in
 * place of each of those: there are more look-alikes than are listed above. Half of the letters have to be the name's own.
 */
function resemblesProvider(word: string): boolean {
  if (!LATIN.test(word) || !OTHER_SCRIPT.test(word.normalize('NFKC'))) return false;
  const letters = [...skeleton(word)].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  const isLike = (name: string, from: number): boolean => {
    const part = letters.slice(from, from + name.length);
    const own = part.filter((letter, at) => letter === name[at]).length;
    const foreign = part.filter((letter) => OTHER_SCRIPT.test(letter)).length;
    return own + foreign === name.length && 2 * own >= name.length;
  };
  return (
    WORDS.some((name) => letters.length === name.length && isLike(name, 0)) ||
    BRANDS.some((name) => letters.some((_, from) => isLike(name, from)))
  );
}

const isProvider = (run: string): boolean => WORDS.includes(run) || BRANDS.some((brand) => run.includes(brand));

/** Every word, and the words beside each other as one: `Goo gle` is `google`. */
const runs = (words: readonly string[]): readonly string[] =>
  words.flatMap((_, from) =>
    words.slice(from, from + LONGEST_RUN).map((__, length) => words.slice(from, from + length + 1).join('')),
  );

/** Letters of the longest name. */
const LONGEST_RUN = 10;
