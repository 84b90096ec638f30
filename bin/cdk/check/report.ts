import type { NamedFinding } from '#bin/cdk/check/checks/checks';
import type { Facts } from '#bin/cdk/check/facts';
import type { FindingStatus } from '#bin/cdk/check/finding';
import { counted, hanging } from '#bin/cli/text-layout';

const MARKS: Readonly<Record<FindingStatus, string>> = { ok: '✓', missing: '✗', advice: '!', unknown: '?' };

const COLUMNS = 120;

/** What stops a deploy. */
export const blockers = (findings: readonly NamedFinding[]): readonly NamedFinding[] =>
  findings.filter(({ status }) => status === 'missing');

/** The findings as lines, each with its command on a line of its own, as it is pasted. */
export const linesOf = (findings: readonly NamedFinding[]): readonly string[] => [
  ...findings.flatMap(({ status, sentence, command }) => [
    ...hanging(`  ${MARKS[status]} `, sentence, COLUMNS),
    ...(command === undefined ? [] : [`      ${command}`]),
  ]),
  '',
  conclusion(findings),
];

function conclusion(findings: readonly NamedFinding[]): string {
  const count = blockers(findings).length;
  if (count > 0) return `${counted(count, 'thing')} missing: nothing was deployed.`;
  const unknown = findings.filter(({ status }) => status === 'unknown').length;
  return unknown === 0
    ? 'Nothing is missing for a deploy.'
    : `Nothing is known to be missing for a deploy; ${counted(unknown, 'check')} could not be made.`;
}

/** For programs: `--json`. */
export const reportOf = ({ stage, region, account }: Facts, findings: readonly NamedFinding[]) => ({
  stage,
  account: account?.id ?? null,
  region: region ?? null,
  can_deploy: blockers(findings).length === 0,
  findings,
});
