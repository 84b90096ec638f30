import { type Fault, notFound, Refusal, unprocessable } from '#shared/foundation/core/refusal';

export const MOST_TERMS = 5_000;
export const LONGEST_TERM = 200;
/** Of the JSON of all terms in UTF-8: what one read answers, and one slice of work loads. */
export const MOST_TERM_BYTES = 1_048_576;

/** A word or phrase of the source language, with its translations by language tag. */
export interface GlossaryTerm {
  readonly source: string;
  readonly targets: Readonly<Record<string, string>>;
  /** Whether the same letters in another case are another word. */
  readonly caseSensitive: boolean;
}

/** In NFC with single spaces, as texts are looked through. Sources that are equal then are the same term. */
export const normalizedSource = (source: string): string => source.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/**
 * The terms in place of all others. Throws 422 naming each that has the source of an earlier one or a translation into
 * another language than these, and where they are too many or too large together.
 */
export function replaceTerms(
  terms: readonly GlossaryTerm[],
  targetLanguages: readonly string[],
): readonly GlossaryTerm[] {
  const sources = new Set<string>();
  const languages = new Set(targetLanguages);
  const faults = terms.flatMap(({ source, targets }, at): readonly Fault[] => {
    const known = sources.has(normalizedSource(source));
    sources.add(normalizedSource(source));
    const others = Object.keys(targets).filter((language) => !languages.has(language));
    return [
      ...(known ? [fault(`terms.${at}.source`, 'is the source of an earlier term.')] : []),
      ...others.map((language) => fault(`terms.${at}.targets.${language}`, 'is not one of target_languages.')),
    ];
  });
  if (faults.length > 0)
    throw new Refusal('unprocessable', faults.slice(0, MOST_FAULTS), {
      more: Math.max(0, faults.length - MOST_FAULTS),
    });
  return bounded(terms.map((term) => ({ ...term, source: normalizedSource(term.source) })));
}

/** The terms with further ones; one with a source that is there takes its place. Throws as `replaceTerms` does. */
export function addTerms(
  before: readonly GlossaryTerm[],
  added: readonly GlossaryTerm[],
  targetLanguages: readonly string[],
): readonly GlossaryTerm[] {
  const after = new Map(before.map((term) => [term.source, term]));
  for (const term of replaceTerms(added, targetLanguages)) after.set(term.source, term);
  return bounded([...after.values()]);
}

/** The terms without the one that has this source; 404 where none has. */
export function removeTerm(before: readonly GlossaryTerm[], source: string): readonly GlossaryTerm[] {
  const after = before.filter((term) => term.source !== normalizedSource(source));
  if (after.length === before.length) throw notFound('term');
  return after;
}

/** The languages that terms have translations into, in order of their first. */
export const languagesOf = (terms: readonly GlossaryTerm[]): readonly string[] => [
  ...new Set(terms.flatMap(({ targets }) => Object.keys(targets))),
];

/** Errors that one refusal lists; the others are counted. */
const MOST_FAULTS = 100;

const fault = (field: string, why: string): Fault => ({ field, code: 'invalid', message: `${field} ${why}` });

function bounded(terms: readonly GlossaryTerm[]): readonly GlossaryTerm[] {
  if (terms.length > MOST_TERMS)
    throw unprocessable('terms', 'too_long', `terms: a glossary has at most ${MOST_TERMS} terms.`);
  if (Buffer.byteLength(JSON.stringify(terms)) > MOST_TERM_BYTES)
    throw unprocessable('terms', 'too_long', 'terms: a glossary has at most 1 MB of terms.');
  return terms;
}
