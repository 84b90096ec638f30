import type { GlossaryId, WorkspaceId } from '#shared/foundation/core/ids';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import { type GlossaryTerm, languagesOf } from '#shared/texts/glossaries/rules/glossary-term';

export const MOST_GLOSSARIES = 100;
export const MOST_TARGET_LANGUAGES = 20;

/** Words of a workspace in one language, with translations. Its terms are a file, which its row names. */
export interface Glossary {
  readonly id: GlossaryId;
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  /** A canonical BCP-47 tag, as all languages of a glossary. */
  readonly sourceLanguage: string;
  readonly targetLanguages: readonly string[];
  /** Null where there are no terms. */
  readonly terms: TermsFile | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A file of terms never changes: other terms are a file with another revision. */
export interface TermsFile {
  readonly revision: string;
  readonly count: number;
  /** Languages that the terms have translations into, all of them among the glossary's. */
  readonly languages: readonly string[];
}

export type NewGlossary = Pick<Glossary, 'workspaceId' | 'name' | 'sourceLanguage' | 'targetLanguages'>;

/** What a request writes; undefined leaves a field as it is. */
export interface GlossaryPatch {
  readonly name?: string | undefined;
  readonly sourceLanguage?: string | undefined;
  readonly targetLanguages?: readonly string[] | undefined;
}

/** Without terms. Throws 422 as `updateGlossary` does. */
export const createGlossary = (id: GlossaryId, now: Instant, glossary: NewGlossary): Glossary =>
  checked({ id, ...glossary, terms: null, createdAt: now, updatedAt: now });

/** Throws 422 where the source language is among the targets. */
export const updateGlossary = (
  glossary: Glossary,
  { name, sourceLanguage, targetLanguages }: GlossaryPatch,
): Glossary =>
  checked({
    ...glossary,
    ...(name !== undefined && { name }),
    ...(sourceLanguage !== undefined && { sourceLanguage }),
    ...(targetLanguages !== undefined && { targetLanguages }),
  });

/** The glossary with the terms of another file. */
export const withTerms = (glossary: Glossary, terms: readonly GlossaryTerm[], revision: string): Glossary => ({
  ...glossary,
  terms: terms.length === 0 ? null : { revision, count: terms.length, languages: languagesOf(terms) },
});

/** Throws 422 for target languages without one that terms are translated into. */
export function requireLanguages({ targetLanguages, terms }: Glossary): void {
  const missing = terms?.languages.filter((language) => !targetLanguages.includes(language)) ?? [];
  if (missing.length > 0)
    throw unprocessable('target_languages', 'invalid', `target_languages: there are terms into ${missing.join(', ')}.`);
}

function checked(given: Glossary): Glossary {
  const glossary = { ...given, targetLanguages: [...new Set(given.targetLanguages)] };
  if (glossary.targetLanguages.includes(glossary.sourceLanguage))
    throw unprocessable('target_languages', 'invalid', 'target_languages must not contain the source language.');
  return glossary;
}
