import type * as v from 'valibot';
import { type Fault, Refusal } from '#shared/foundation/core/refusal';
import { excerptOf } from '#shared/foundation/core/text';

/** Errors that one refusal reports. */
export const MAX_REPORTED = 100;

/** Keeps as many faults as a refusal reports and counts the others, which are not made. */
export class FaultList {
  readonly #kept: Fault[] = [];
  #more = 0;

  add(make: () => Fault): void {
    if (this.#kept.length < MAX_REPORTED) this.#kept.push(make());
    else this.#more += 1;
  }

  get kept(): readonly Fault[] {
    return this.#kept;
  }

  /** How many were counted only. */
  get more(): number {
    return this.#more;
  }
}

/**
 * The error code of a rule in a schema: `[code] sentence`. A rule without one gets the code of its kind.
 */
const CODED = /^\[([a-z_]+)\] (.*)$/s;

const NO_OTHERS = new FaultList();

/**
 * The refusal for schema issues, and for what was wrong with the shape of the body before. Absent top-level fields and
 * a blank workspace are reported alone, as 400.
 */
export function refusalFor(issues: readonly v.BaseIssue<unknown>[], others: FaultList = NO_OTHERS): Refusal {
  const absent = issues.filter(isAbsentAtTop);
  if (absent.length > 0) return new Refusal('malformed', absent.map(faultOfAbsent));
  const faults = onePerField([...others.kept, ...issues.map(faultOf)]);
  const unusable = faults.filter(({ code }) => code === 'bad_request');
  if (unusable.length > 0) return new Refusal('malformed', unusable);
  return new Refusal('unprocessable', faults, { more: others.more });
}

/** A query error refuses the whole request with 400 and names an unknown filter: docs/limits-and-rules.md#lists. */
export function queryRefusalFor(issues: readonly v.BaseIssue<unknown>[]): Refusal {
  const faults = issues.map((issue) =>
    isAbsentAtTop(issue) ? faultOfAbsent(issue) : { ...faultOf(issue), code: 'bad_request' },
  );
  return new Refusal('malformed', onePerField(faults));
}

/** An absent `workspace_id` has a code of its own, `bad_request` (docs/api/errors.md). */
function faultOfAbsent(issue: v.BaseIssue<unknown>): Fault {
  const field = pathOf(issue);
  const code = field === 'workspace_id' ? 'bad_request' : 'missing';
  return { code, message: `The parameter ${field} is missing.`, field };
}

const isAbsent = (issue: v.BaseIssue<unknown>): boolean => issue.kind === 'schema' && issue.received === 'undefined';

const isAbsentAtTop = (issue: v.BaseIssue<unknown>): boolean =>
  (isAbsent(issue) && (issue.path?.length ?? 0) === 1) || CODED.exec(issue.message)?.[1] === 'absent';

function faultOf(issue: v.BaseIssue<unknown>): Fault {
  const field = pathOf(issue);
  const [code, sentence] = codeAndSentence(issue, field);
  return { code, message: sentence, ...(field !== '' && { field }) };
}

function codeAndSentence(issue: v.BaseIssue<unknown>, field: string): readonly [code: string, sentence: string] {
  const coded = CODED.exec(issue.message);
  if (coded) return [coded[1] ?? 'invalid', `${field || 'The body'} ${coded[2]}`];
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return ['unknown_field', `${field} is not a field of this request.`];
  if (isAbsent(issue)) return ['missing', `${field} is missing.`];
  if (issue.type === 'picklist' && typeof issue.input === 'string')
    return ['inclusion', `${field} must be one of ${wordsIn(issue.expected).join(', ')}.`];
  return ['invalid_type', `${field || 'The body'} must be ${described(issue.expected)}.`];
}

/** Alternatives as valibot lists them: `("one" | "other")`. */
const wordsIn = (expected: string | null): readonly string[] =>
  (expected ?? '')
    .replaceAll(/["()]/g, '')
    .split(' | ')
    .filter((word) => word !== '');

const IN_WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  Array: 'an array',
  Object: 'an object',
};

const described = (expected: string | null): string => {
  const words = wordsIn(expected).map((word) => IN_WORDS[word] ?? word);
  return words.length > 0 ? words.join(' or ') : 'of another type';
};

/** The dotted path of what is at fault. A name that a request made up is shown as far as it is readable. */
export const pathOf = (issue: v.BaseIssue<unknown>): string =>
  shownPath((issue.path ?? []).map(({ key }) => String(key)));

export const shownPath = (names: readonly string[]): string => names.map(shownName).join('.');

export const shownName = (name: string): string => (name === '' ? '""' : excerptOf(name, LONGEST_NAME));

const LONGEST_NAME = 100;

function onePerField(faults: readonly Fault[]): readonly Fault[] {
  return [...new Map(faults.toReversed().map((fault) => [fault.field ?? '', fault])).values()].toReversed();
}
