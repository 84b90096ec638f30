import type { TranslationRequest } from '#shared/texts/translation/ports';

/** Two segments, from English to German, with one term and two names. */
export const aTranslationRequest = (changes: Partial<TranslationRequest> = {}): TranslationRequest => ({
  segments: [
    { id: 'seg_1', text: 'Ada, the release has 12 parts.' },
    { id: 'seg_2', text: 'Ben writes the notes.' },
  ],
  from: 'en',
  to: 'de',
  terms: [{ source: 'release', target: 'Freigabe', caseSensitive: false }],
  names: ['Ada', 'Ben'],
  onProgress: async () => undefined,
  ...changes,
});

/** Segments `1`, `2`, … with these texts. */
export const segmentsOf = (texts: readonly string[]) =>
  texts.map((text, position) => ({ id: String(position + 1), text }));
