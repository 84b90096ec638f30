import * as v from 'valibot';
import { isJsonObject } from '#shared/foundation/core/json';
import { isLongerThan, isWellFormed } from '#shared/foundation/core/text';
import { documented, isLanguage, languageField } from '#shared/foundation/http/fields';
import { MOST_TARGET_LANGUAGES } from '#shared/texts/glossaries/rules/glossary';
import { type GlossaryTerm, LONGEST_TERM, MOST_TERMS } from '#shared/texts/glossaries/rules/glossary-term';

/** A language tag in its canonical form: `pt-br` is `pt-BR`. */
export const canonicalLanguageField = documented(v.pipe(languageField(), v.transform(canonicalOf)), {
  type: 'string',
  examples: ['en', 'de-CH'],
}) as v.GenericSchema<string, string>;

function canonicalOf(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0] ?? tag;
}

export const targetLanguagesField = v.pipe(
  v.array(canonicalLanguageField),
  v.maxLength(MOST_TARGET_LANGUAGES, `[too_long] has more than ${MOST_TARGET_LANGUAGES} languages.`),
) as v.GenericSchema<string[], string[]>;

const LONG = `is longer than ${LONGEST_TERM} characters.`;

/** A word or phrase of a term. */
export const termTextField = documented(
  v.pipe(
    v.string(),
    v.check((text) => text.trim() !== '', '[blank] must not be blank.'),
    v.check((text) => !isLongerThan(text, LONGEST_TERM), `[too_long] ${LONG}`),
    v.check(isWellFormed, '[invalid_format] contains a lone surrogate, which is not valid Unicode.'),
  ),
  { type: 'string', minLength: 1, maxLength: LONGEST_TERM },
) as v.GenericSchema<string, string>;

/** Languages are looked at one by one, after their number: a body may hold many. */
const targetsField = documented(
  v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }): GlossaryTerm['targets'] => {
      if (!isJsonObject(value)) {
        addIssue({ message: '[invalid_type] must be an object of language codes and texts.' });
        return NEVER;
      }
      const entries = Object.entries(value);
      const faults = entries.length > MOST_TARGET_LANGUAGES ? [TOO_MANY] : entries.flatMap(targetFaults);
      for (const { key, message } of faults) {
        const at = { type: 'object', origin: 'value', input: value, key, value: undefined };
        addIssue({ message, ...(key !== undefined && { path: [at] as never }) });
      }
      if (faults.length > 0) return NEVER;
      return Object.fromEntries(entries.map(([language, text]) => [canonicalOf(language), String(text)]));
    }),
  ),
  {
    type: 'object',
    maxProperties: MOST_TARGET_LANGUAGES,
    propertyNames: { pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$' },
    additionalProperties: { type: 'string', minLength: 1, maxLength: LONGEST_TERM },
  },
) as v.GenericSchema<unknown, GlossaryTerm['targets']>;

interface TargetFault {
  readonly key?: string;
  readonly message: string;
}

const TOO_MANY: TargetFault = { message: `[too_long] has more than ${MOST_TARGET_LANGUAGES} languages.` };

function targetFaults([key, text]: readonly [string, unknown]): readonly TargetFault[] {
  if (!isLanguage(key)) return [{ key, message: '[invalid] is not named by a BCP-47 language code.' }];
  if (typeof text !== 'string') return [{ key, message: '[invalid_type] must be a text.' }];
  if (text.trim() === '') return [{ key, message: '[blank] must not be blank.' }];
  if (isLongerThan(text, LONGEST_TERM)) return [{ key, message: `[too_long] ${LONG}` }];
  return isWellFormed(text) ? [] : [{ key, message: '[invalid_format] contains a lone surrogate.' }];
}

export const termsField = v.pipe(
  v.array(
    v.strictObject({
      source: termTextField,
      targets: v.optional(targetsField, {}),
      case_sensitive: v.optional(v.boolean(), false),
    }),
  ),
  v.maxLength(MOST_TERMS, `[too_long] has more than ${MOST_TERMS} terms.`),
);

type SentTerm = v.InferOutput<typeof termsField>[number];

/** The terms of a body under the names of the rules. */
export const termsIn = (sent: readonly SentTerm[]): readonly GlossaryTerm[] =>
  sent.map(({ source, targets, case_sensitive: caseSensitive }) => ({ source, targets, caseSensitive }));
