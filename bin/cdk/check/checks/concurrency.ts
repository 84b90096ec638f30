import type { AccountFacts, Facts } from '#bin/cdk/check/facts';
import { advice, checked, type Finding, missing, ok } from '#bin/cdk/check/finding';

/** The quota "Concurrent executions" of Lambda in Service Quotas. */
const QUOTA_CODE = 'L-B99A9384';
/** The default of an account; a new one has less, often 10. */
const DEFAULT_QUOTA = 1_000;

/** Concurrent executions of all functions: the workers of the stage at their maximum, and what the API is left. */
export function concurrency(account: AccountFacts, { stage }: Facts): readonly Finding[] {
  const { region, neededConcurrency: needed } = account;
  return [
    checked(account.concurrency, `The Lambda concurrency in ${region}`, (quota) => {
      if (quota >= needed)
        return ok(`Lambda runs ${quota} functions at once in ${region}; the ${stage} stage needs ${needed}.`);
      const sentence = `Lambda runs ${quota} functions at once in ${region}, and the ${stage} stage needs ${needed}: ask AWS for more, which takes hours to days.`;
      const command = `aws service-quotas request-service-quota-increase --region ${region} --service-code lambda --quota-code ${QUOTA_CODE} --desired-value ${Math.max(DEFAULT_QUOTA, needed)}`;
      // A sandbox is slower with less, and 429 under load.
      return stage === 'production' ? missing(sentence, command) : advice(sentence, command);
    }),
  ];
}
