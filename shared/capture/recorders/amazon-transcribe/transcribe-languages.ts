import { LanguageCode } from '@aws-sdk/client-transcribe';

/** The part of a request that says which language is spoken. Exactly one of its fields is permitted. */
export type LanguageRequest =
  | { readonly LanguageCode: LanguageCode }
  | { readonly IdentifyLanguage: true }
  | { readonly IdentifyMultipleLanguages: true };

const CODES: readonly LanguageCode[] = Object.values(LanguageCode);

/** Subtags that Transcribe has under another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', fil: 'tl', iw: 'he' };

/** The variety of a language whose likely region Transcribe does not have. */
const VARIETIES: Readonly<Record<string, LanguageCode>> = { ar: 'ar-SA' };

/** The request for a BCP-47 tag, `auto` or `multi`. Undefined for a language that Transcribe does not recognize. */
export function languageRequest(language: string): LanguageRequest | undefined {
  if (language === 'auto') return { IdentifyLanguage: true };
  if (language === 'multi') return { IdentifyMultipleLanguages: true };
  const code = codeOf(language);
  return code && { LanguageCode: code };
}

/** The code with the region of the tag, else with the likely region of its language, else any of the language. */
function codeOf(tag: string): LanguageCode | undefined {
  const asked = localeIn(tag);
  if (!asked) return undefined;
  const language = OTHER_NAMES[asked.language] ?? asked.language;
  const regions = [asked.region, asked.maximize().region, new Intl.Locale(language).maximize().region];
  const exact = regions.map((region) => CODES.find((code) => code === `${language}-${region}`));
  return exact.find(Boolean) ?? VARIETIES[language] ?? CODES.find((code) => code.startsWith(`${language}-`));
}

function localeIn(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
