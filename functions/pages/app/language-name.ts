const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** The English name of a language tag; the tag itself where it has none. */
export function languageName(tag: string): string {
  try {
    return LANGUAGES.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
