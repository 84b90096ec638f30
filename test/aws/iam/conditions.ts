import type { AccessRequest, Statement } from './policy.ts';
import { isLike } from './wildcards.ts';

type Test = (value: string, pattern: string) => boolean;

/** The operators that the policies of this service use, and their negations. Another one throws. */
const OPERATORS: Readonly<Record<string, { readonly test: Test; readonly negated?: true }>> = {
  StringEquals: { test: (value, pattern) => value === pattern },
  StringNotEquals: { test: (value, pattern) => value === pattern, negated: true },
  StringLike: { test: isLike },
  StringNotLike: { test: isLike, negated: true },
  ArnEquals: { test: isLike },
  ArnLike: { test: isLike },
  Bool: { test: (value, pattern) => value.toLowerCase() === pattern.toLowerCase() },
};

/** Whether all conditions of a statement hold: operators and keys are joined by AND, values by OR. */
export const conditionsHold = ({ conditions }: Statement, { context }: AccessRequest): boolean =>
  Object.entries(conditions).every(([operator, keys]) =>
    Object.entries(keys).every(([key, patterns]) => holds(operator, patterns, valuesOf(context, key))),
  );

/** Condition keys do not depend on case, but for the part after the colon of an encryption context. */
const valuesOf = (context: AccessRequest['context'], wanted: string): readonly string[] | undefined =>
  Object.entries(context).find(([key]) => key.toLowerCase() === wanted.toLowerCase())?.[1];

/**
 * IAM user guide, "Condition operators" and "Set operators": a key without values fails a plain operator, holds for a
 * negated one, for `…IfExists` and for `ForAllValues`, and fails `ForAnyValue`.
 */
function holds(name: string, patterns: readonly string[], values: readonly string[] | undefined): boolean {
  for (const pattern of patterns) refuseVariable(pattern);
  if (name === 'Null') return patterns.some((pattern) => (pattern === 'true') === (values === undefined));
  const [, set, plain = '', ifExists] = /^(?:(ForAllValues|ForAnyValue):)?(.*?)(IfExists)?$/.exec(name) ?? [];
  const operator = OPERATORS[plain];
  if (!operator) throw new Error(`The condition operator ${name} is not evaluated here.`);
  const matches = (value: string) =>
    patterns.some((pattern) => operator.test(value, pattern)) !== (operator.negated ?? false);
  if (values === undefined || values.length === 0)
    return set === 'ForAllValues' || (set === undefined && (ifExists !== undefined || operator.negated === true));
  if (set === 'ForAllValues') return values.every(matches);
  if (set === 'ForAnyValue') return values.some(matches);
  const [value, ...others] = values;
  if (value === undefined || others.length > 0) throw new Error(`${name} has a key of several values.`);
  return matches(value);
}

function refuseVariable(pattern: string): void {
  if (pattern.includes('${')) throw new Error(`The policy variable in ${pattern} is not evaluated here.`);
}
