import type { Stack } from '#bin/cdk/check/account';
import type { AccountFacts } from '#bin/cdk/check/facts';
import { checked, type Finding, missing, ok } from '#bin/cdk/check/finding';

/** States of the stacks, and what ends those in which CloudFormation takes no deploy. */
export function stacks({ stacks: all }: AccountFacts): readonly Finding[] {
  const findings = all.map(({ region, name, stack }) =>
    checked(stack, `The state of the stack ${name}`, (found) =>
      found ? stateFinding(found, { region, name }) : ok(`The stack ${name} does not exist yet.`),
    ),
  );
  if (findings.some(({ status }) => status !== 'ok')) return findings.filter(({ status }) => status !== 'ok');
  return [ok(`The stacks take a deploy: ${all.map(({ name, stack }) => `${name} ${stateOf(stack)}`).join(', ')}.`)];
}

const stateOf = (reading: AccountFacts['stacks'][number]['stack']): string =>
  (reading.status === 'read' && reading.value?.status) || 'is new';

interface Named {
  readonly region: string;
  readonly name: string;
}

/** Creations that failed: there is nothing to go back to. */
const NEVER_WHOLE = ['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED', 'DELETE_FAILED'];

/** States in which CloudFormation waits for a decision: https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_Stack.html */
function stateFinding({ status, isProtected }: Stack, { region, name }: Named): Finding {
  const of = `--region ${region} --stack-name ${name}`;
  if (NEVER_WHOLE.includes(status)) {
    const unprotect = `aws cloudformation update-termination-protection --no-enable-termination-protection ${of} && `;
    const remove = `aws cloudformation delete-stack ${of} && aws cloudformation wait stack-delete-complete ${of}`;
    return missing(
      `The stack ${name} is ${status}: it was never whole, and has to be deleted. Read its events first; a table or bucket that it keeps has data of an earlier deploy.`,
      `${isProtected ? unprotect : ''}${remove}`,
    );
  }
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return missing(
      `The stack ${name} is ${status}: mend what its events name, then let it go back to its former state.`,
      `aws cloudformation continue-update-rollback ${of}`,
    );
  if (status === 'UPDATE_FAILED')
    return missing(
      `The stack ${name} is ${status}: take it back to its former state first.`,
      `aws cloudformation rollback-stack ${of}`,
    );
  if (status.endsWith('_FAILED'))
    return missing(
      `The stack ${name} is ${status}, in which CloudFormation takes no deploy: read its events.`,
      `aws cloudformation describe-stack-events ${of}`,
    );
  if (status.endsWith('_IN_PROGRESS') && status !== 'REVIEW_IN_PROGRESS')
    return missing(
      `The stack ${name} is ${status}: another deploy is running. Wait for its end.`,
      `aws cloudformation describe-stacks ${of} --query Stacks[0].StackStatus`,
    );
  return ok(`The stack ${name} is ${status}.`);
}
