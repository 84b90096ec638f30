import type { Permission, StageFindings } from './check-stage.ts';

/** A stage with what was found in it. */
export interface CheckedStage extends StageFindings {
  readonly stage: string;
}

/** What fails: actions that a stage denies. */
export const denialLines = ({ stage, denials }: CheckedStage): readonly string[] =>
  denials.map(
    ({ caller, action, resource, conditions, decision }) =>
      `${stage}: ${caller} needs ${action} on ${resource}${conditions && ` with ${conditions}`}, which is ${decision}`,
  );

/** Permissions that nothing used, each with the functions that have it. */
export function unexercisedLines({ unexercised }: CheckedStage): readonly string[] {
  const callers = new Map<string, string[]>();
  for (const permission of unexercised) {
    const text = textOf(permission);
    callers.set(text, [...(callers.get(text) ?? []), permission.caller]);
  }
  return [...callers].map(([text, functions]) => `${text}: ${functions.join(', ')}`).sort();
}

const textOf = ({ action, resource, conditions }: Permission): string =>
  `${action} on ${resource}${conditions && ` with ${conditions}`}`;

/** Functions that were not exercised though they are not listed, and listed ones that were. */
export function unexpectedFunctions(
  functions: readonly string[],
  exercised: ReadonlySet<string>,
  listed: Readonly<Record<string, string>>,
): readonly string[] {
  const missing = functions.filter((name) => !exercised.has(name) && !(name in listed));
  const wrong = Object.keys(listed).filter((name) => exercised.has(name) || !functions.includes(name));
  return [
    ...missing.map((name) => `${name} was never exercised; exercise it, or list it with a reason`),
    ...wrong.map((name) => `${name} is listed as never exercised, but it was, or is gone`),
  ];
}
