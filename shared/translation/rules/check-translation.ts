import { type UnmaskedText, unmaskTerms } from '#shared/translation/rules/mask-terms';
import { missingNames } from '#shared/translation/rules/missing-names';
import { missingNumbers } from '#shared/translation/rules/missing-numbers';

/** What a translation has to keep. */
export interface TextFacts {
  /** The text as it was masked. */
  readonly masked: string;
  readonly targets: readonly string[];
  readonly names: readonly string[];
  readonly to: string;
}

export interface CheckedText {
  readonly text: string;
  readonly issues: readonly { readonly kind: 'term' | 'number' | 'name'; readonly missing: string }[];
}

/** A translation has rarely twice the characters of its source; more is something else than a translation. */
const longestFor = (masked: string): number => 200 + 6 * masked.length;

/**
 * What an engine made of a masked text, with the targets in it, and what it lost. Undefined where it is no translation:
 * blank, or much longer than the source.
 */
export function checkTranslation(translated: string, facts: TextFacts): CheckedText | undefined {
  if (translated.trim() === '' || translated.length > longestFor(facts.masked)) return undefined;
  const { text, missing } = unmaskTerms(translated.replaceAll(/\s+/g, ' ').trim(), facts.targets);
  if (text.trim() === '') return undefined;
  return {
    text: text.trim(),
    issues: [...missing.map((target) => ({ kind: 'term' as const, missing: target })), ...lost(translated, facts)],
  };
}

/** Numbers and names outside the terms: a target is written as its glossary has it. */
function lost(translated: string, { masked, targets, names, to }: TextFacts): CheckedText['issues'] {
  const [source, translation] = [masked, translated].map((text) => withoutTerms(text, targets)) as [string, string];
  return [
    ...missingNumbers(source, translation).map((missing) => ({ kind: 'number' as const, missing })),
    ...missingNames(source, translation, { names, to }).map((missing) => ({ kind: 'name' as const, missing })),
  ];
}

const withoutTerms = (text: string, targets: readonly string[]): UnmaskedText['text'] =>
  unmaskTerms(
    text,
    targets.map(() => ' '),
  ).text;
