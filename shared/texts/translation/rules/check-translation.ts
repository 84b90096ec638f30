import { type UnmaskedText, unmaskTerms } from '#shared/texts/translation/rules/mask-terms';
import { missingNames } from '#shared/texts/translation/rules/missing-names';
import { missingNumbers } from '#shared/texts/translation/rules/missing-numbers';
import { missingTimes } from '#shared/texts/translation/rules/missing-times';
import type { TranslationIssue } from '#shared/texts/translation/rules/translation-issue';
import { isUntranslated } from '#shared/texts/translation/rules/untranslated';

/** What a translation has to keep. */
export interface TextFacts {
  /** The text as it was masked. */
  readonly masked: string;
  readonly targets: readonly string[];
  /** Targets of terms that the masked text has as they are: the engine is to have them all the same. */
  readonly unmasked: readonly string[];
  readonly names: readonly string[];
  /** BCP-47; null where it is not known. */
  readonly from: string | null;
  readonly to: string;
}

export interface CheckedText {
  /** Undefined where what the engine gave is no translation. */
  readonly text: string | undefined;
  readonly issues: readonly Omit<TranslationIssue, 'segmentId'>[];
}

/** A translation has rarely twice the characters of its source; more is something else than a translation. */
const longestFor = (masked: string): number => 200 + 6 * masked.length;

/** Chinese has a third of the characters of English; less than a tenth of a sentence is a part of it. */
const SHORTEST_PART = 10;
const SENTENCE_CHARACTERS = 40;

/** What an engine made of a masked text, with the targets in it, and what is wrong with it. */
export function checkTranslation(translated: string, facts: TextFacts): CheckedText {
  if (translated.length > longestFor(facts.masked)) return withoutText('length');
  const { text, missing } = unmaskTerms(translated.replaceAll(/\s+/g, ' ').trim(), facts.targets);
  if (text.trim() === '') return withoutText('missing');
  return {
    text: text.trim(),
    issues: [
      ...[...missing, ...notIn(text, facts.unmasked)].map((target) => ({ kind: 'term' as const, missing: target })),
      ...lost(translated, facts),
    ],
  };
}

const notIn = (text: string, targets: readonly string[]): readonly string[] => {
  const folded = foldedCase(text);
  return [...new Set(targets)].filter((target) => !folded.includes(foldedCase(target)));
};

const foldedCase = (text: string): string => text.normalize('NFC').toLowerCase();

/** A segment that keeps the text of its source. */
export const withoutText = (kind: 'length' | 'missing'): CheckedText => ({
  text: undefined,
  issues: [{ kind, missing: '' }],
});

/** Outside the terms: a target is written as its glossary has it. */
function lost(translated: string, facts: TextFacts): CheckedText['issues'] {
  const [source, translation] = [facts.masked, translated].map((text) => withoutTerms(text, facts.targets)) as [
    string,
    string,
  ];
  if (isUntranslated(source, translation, facts)) return [{ kind: 'untranslated', missing: '' }];
  const isPart =
    facts.masked.length >= SENTENCE_CHARACTERS && translated.trim().length * SHORTEST_PART < facts.masked.length;
  const times = missingTimes(source, translation);
  return [
    ...(isPart ? [{ kind: 'length' as const, missing: '' }] : []),
    ...times.missing.map((missing) => ({ kind: 'time' as const, missing })),
    ...missingNumbers(times.source, times.translation).map((missing) => ({ kind: 'number' as const, missing })),
    ...missingNames(source, translation, facts).map((missing) => ({ kind: 'name' as const, missing })),
  ];
}

const withoutTerms = (text: string, targets: readonly string[]): UnmaskedText['text'] =>
  unmaskTerms(
    text,
    targets.map(() => ' '),
  ).text;
