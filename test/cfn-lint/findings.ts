import * as v from 'valibot';

/** A finding of cfn-lint, as its JSON has it. */
const Finding = v.object({
  Filename: v.string(),
  Level: v.string(),
  Message: v.string(),
  Location: v.object({ Path: v.nullable(v.array(v.union([v.string(), v.number()]))) }),
  Rule: v.object({ Id: v.string() }),
});

export type Finding = v.InferOutput<typeof Finding>;

/** Warnings that stay, each with its reason. An error cannot be listed. */
export const ACCEPTED: Readonly<Record<`W${string}`, string>> = {
  W3005: 'CDK makes a function depend on the policy of its role, which is needed, and on the role, which is implied.',
};

export interface Judged {
  /** A line for each finding that is not accepted, and for each accepted warning that was not found. */
  readonly failures: readonly string[];
  /** How many findings of each accepted warning there are. */
  readonly accepted: Readonly<Record<string, number>>;
}

/** Throws where cfn-lint printed anything but its JSON. */
export const findingsIn = (printed: string): readonly Finding[] => v.parse(v.array(Finding), JSON.parse(printed));

/** Fails on every error and every warning that is not accepted. `accepted` has the reasons by rule. */
export function judge(
  findings: readonly Finding[],
  accepted: Readonly<Record<`W${string}`, string>> = ACCEPTED,
): Judged {
  const isAccepted = ({ Level, Rule }: Finding) => Level === 'Warning' && Object.hasOwn(accepted, Rule.Id);
  const counts = Object.keys(accepted).map(
    (rule) => [rule, findings.filter((finding) => finding.Rule.Id === rule && isAccepted(finding)).length] as const,
  );
  return {
    failures: [
      ...findings.filter((finding) => !isAccepted(finding)).map(lineOf),
      ...counts.filter(([, count]) => count === 0).map(([rule]) => `${rule} is accepted, and was not found`),
    ],
    accepted: Object.fromEntries(counts),
  };
}

const lineOf = ({ Filename, Level, Rule, Message, Location }: Finding): string =>
  `${Level} ${Rule.Id} in ${Filename}, ${Location.Path?.join('/') ?? 'the whole file'}: ${Message}`;
