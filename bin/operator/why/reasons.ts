import type { Evidence, Finding, Reason } from '#shared/foundation/core/reason';

/** The sentence for each reason, with what to do. Ids are in the evidence. */
export type Words<Name extends string> = Readonly<Record<Name, string | ((evidence: Evidence) => string)>>;

/** Of a workspace whose bots, calendars or deliveries wait. */
export const pausedAnd = (waits: string): string =>
  `the workspace is paused and ${waits}: npm run ops -- pause wks_… --resume ends it`;

interface SaidReason {
  readonly reason: string;
  readonly holds: boolean;
  /** In a sentence. */
  readonly says: string;
  readonly evidence: Evidence;
}

export interface SaidFinding {
  readonly found: SaidReason;
  readonly ruledOut: readonly SaidReason[];
}

/** A finding in the words of its topic. */
export function inWords<Name extends string>({ found, ruledOut }: Finding<Name>, words: Words<Name>): SaidFinding {
  const said = ({ name, holds, evidence }: Reason<Name>): SaidReason => {
    const says = words[name];
    return { reason: name, holds, says: typeof says === 'string' ? says : says(evidence), evidence };
  };
  return { found: said(found), ruledOut: ruledOut.map(said) };
}

/** Lines for a person: the reason that holds with its evidence, then what was ruled out. */
export function lines({ found, ruledOut }: SaidFinding): readonly string[] {
  return [
    `${found.reason}: ${found.says}`,
    ...Object.entries(found.evidence).map(
      ([name, value]) => `  ${name}: ${Array.isArray(value) ? value.join(', ') : value}`,
    ),
    ...(ruledOut.length > 0 ? [`Ruled out: ${ruledOut.map(({ reason }) => reason).join(', ')}.`] : []),
  ];
}
