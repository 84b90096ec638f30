/** What was found out about a reason: what holds it, or what speaks against it. No names, addresses and texts of people. */
export type Evidence = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** One reason of several that are gone through in order. It has no words: operators and pages have their own. */
export interface Reason<Name extends string = string> {
  /** `endpoints_disabled`. */
  readonly name: Name;
  readonly holds: boolean;
  readonly evidence: Evidence;
}

/** One of a list. */
export const reason = <Name extends string>(name: Name, holds: boolean, evidence: Evidence = {}): Reason<Name> => ({
  ...{ name, holds, evidence },
});

export interface Finding<Name extends string = string> {
  /** The first that holds. */
  readonly found: Reason<Name>;
  /** Those before it, which do not. */
  readonly ruledOut: readonly Reason<Name>[];
}

/** The first reason that holds. The last of a list holds whenever none before it does. */
export function firstThatHolds<Name extends string>(reasons: readonly Reason<Name>[]): Finding<Name> {
  const at = reasons.findIndex(({ holds }) => holds);
  const found = reasons[at];
  if (!found) throw new Error('The last reason of a list always holds.');
  return { found, ruledOut: reasons.slice(0, at) };
}
