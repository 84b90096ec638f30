import { bootstrap } from '#bin/cdk/check/checks/bootstrap';
import { certificates } from '#bin/cdk/check/checks/certificates';
import { concurrency } from '#bin/cdk/check/checks/concurrency';
import { context } from '#bin/cdk/check/checks/context';
import { credentials } from '#bin/cdk/check/checks/credentials';
import { mail } from '#bin/cdk/check/checks/mail';
import { models } from '#bin/cdk/check/checks/models';
import { speech } from '#bin/cdk/check/checks/speech';
import { stacks } from '#bin/cdk/check/checks/stacks';
import type { AccountFacts, Facts } from '#bin/cdk/check/facts';
import type { Finding } from '#bin/cdk/check/finding';

/** Checks of what is known without the account. */
const LOCAL = { credentials, context } satisfies Record<string, (facts: Facts) => readonly Finding[]>;

/** Checks of what was read of the account. */
const OF_ACCOUNT = { bootstrap, stacks, concurrency, certificates, mail, models, speech } satisfies Record<
  string,
  (account: AccountFacts, facts: Facts) => readonly Finding[]
>;

export interface NamedFinding extends Finding {
  readonly check: string;
}

/** Every check, in the order in which a person would mend what is missing. */
export function findingsOf(facts: Facts): readonly NamedFinding[] {
  const { account } = facts;
  const named = (check: string, findings: readonly Finding[]) => findings.map((finding) => ({ check, ...finding }));
  return [
    ...Object.entries(LOCAL).flatMap(([check, findings]) => named(check, findings(facts))),
    ...Object.entries(OF_ACCOUNT).flatMap(([check, findings]) =>
      account ? named(check, findings(account, facts)) : [],
    ),
  ];
}
