import type { Term } from '#shared/texts/translation/rules/find-terms';
import type { TranslationIssue } from '#shared/texts/translation/rules/translation-issue';

/**
 * Translates the segments of a text. It keeps no state, so that the caller of a long text translates it in slices and
 * stores each. An outage throws `TranslatorUnavailable`.
 */
export interface Translator {
  translate(request: TranslationRequest): Promise<Translation>;
}

export interface TranslationRequest {
  /** With unique ids; a blank one stays as it is. */
  readonly segments: readonly TranslatableSegment[];
  /** BCP-47; null where the language of the text is not known. */
  readonly from: string | null;
  /** BCP-47 */
  readonly to: string;
  /** Of two with the same source the first counts. */
  readonly terms: readonly Term[];
  /** Names of people, which are to be in the translation where they are in the text. */
  readonly names: readonly string[];
  /** Left out: as the engine does it. An engine that cannot choose for a language ignores it. */
  readonly formality?: Formality;
  /** Called after each request to an engine, so that a lease can be prolonged. */
  readonly onProgress: () => Promise<void>;
}

export type Formality = 'formal' | 'informal';

export interface TranslatableSegment {
  readonly id: string;
  readonly text: string;
}

export type TranslationEngineName = 'amazon_translate' | 'openai_compatible' | 'pseudo';

export type Translation =
  | {
      readonly status: 'done';
      readonly engine: TranslationEngineName;
      /** The ids of the request, in its order. */
      readonly segments: readonly TranslatableSegment[];
      /** What is wrong after it was asked for twice, in the order of the segments. What has all of a text decides by them. */
      readonly issues: readonly TranslationIssue[];
    }
  | TranslationFailure;

/** For good: it stays the same however often it is asked for. The reasons are those of an operation. */
export interface TranslationFailure {
  readonly status: 'failed';
  readonly reason: 'language_not_supported' | 'translation_failed';
  readonly detail: string;
}

/** The translator is out of order, has no quota left, or refuses the key: it is asked again later. */
export class TranslatorUnavailable extends Error {
  override readonly name = 'TranslatorUnavailable';
}

/** What translates texts: the part of a translator that differs between services. */
export interface TranslationEngine {
  readonly name: TranslationEngineName;
  /** What one request takes, of the first asking and of the second, which is for the texts that failed. */
  readonly limits: { readonly first: RequestLimits; readonly second: RequestLimits };
  /**
   * The translations in the order of the texts, undefined for a text without one. The texts are within the limits, have one
   * line, and hold placeholders such as `⟦1⟧` or `__1__`, which the engine has to keep. Throws `TranslatorUnavailable`.
   */
  translate(
    texts: readonly string[],
    languages: LanguagePair,
  ): Promise<readonly (string | undefined)[] | TranslationFailure>;
}

export interface LanguagePair {
  readonly from: string | null;
  readonly to: string;
  readonly formality?: Formality;
}

export interface RequestLimits {
  /** Of all texts together in UTF-8, with one byte between two. */
  readonly bytes: number;
  readonly texts: number;
}
