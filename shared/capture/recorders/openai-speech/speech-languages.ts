/** The languages of Whisper, as ISO 639 codes (its tokenizer: https://github.com/openai/whisper). */
const CODES = [
  ...['af', 'am', 'ar', 'as', 'az', 'ba', 'be', 'bg', 'bn', 'bo', 'br', 'bs', 'ca', 'cs', 'cy', 'da', 'de', 'el', 'en'],
  ...[
    'es',
    'et',
    'eu',
    'fa',
    'fi',
    'fo',
    'fr',
    'gl',
    'gu',
    'ha',
    'haw',
    'he',
    'hi',
    'hr',
    'ht',
    'hu',
    'hy',
    'id',
    'is',
  ],
  ...['it', 'ja', 'ka', 'kk', 'km', 'kn', 'ko', 'la', 'lb', 'ln', 'lo', 'lt', 'lv', 'mg', 'mi', 'mk', 'ml', 'mn', 'mr'],
  ...['ms', 'mt', 'my', 'ne', 'nl', 'nn', 'no', 'oc', 'pa', 'pl', 'ps', 'pt', 'ro', 'ru', 'sa', 'sd', 'si', 'sk', 'sl'],
  ...['sn', 'so', 'sq', 'sr', 'su', 'sv', 'sw', 'ta', 'te', 'tg', 'th', 'tk', 'tr', 'tt', 'uk', 'ur', 'uz', 'vi', 'yi'],
  ...['yo', 'yue', 'zh'],
];

/** Names of Whisper that differ from those of CLDR. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  bengali: 'bn',
  castilian: 'es',
  flemish: 'nl',
  javanese: 'jv',
  jw: 'jv',
  mandarin: 'zh',
  maori: 'mi',
  myanmar: 'my',
  nynorsk: 'nn',
  tagalog: 'tl',
};

const names = new Intl.DisplayNames(['en'], { type: 'language' });
const CODE_BY_NAME = new Map([
  ...CODES.map((code) => [names.of(code)?.toLowerCase() ?? code, code] as const),
  ...Object.entries(OTHER_NAMES),
]);

/** The code of a language that a server reports by its code or, as OpenAI does, by its name (`english`). */
export function reportedLanguage(language: string | null | undefined): string | null {
  const lower = language?.toLowerCase().trim() ?? '';
  return CODE_BY_NAME.get(lower) ?? (/^[a-z]{2,3}$/.test(lower) ? lower : null);
}

/** The code to ask for: the primary subtag. Undefined where the server is to detect the language. */
export const requestedLanguage = (language: string): string | undefined =>
  language === 'auto' || language === 'multi' ? undefined : language.toLowerCase().split('-')[0];
