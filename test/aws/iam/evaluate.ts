import { conditionsHold } from './conditions.ts';
import type { AccessRequest, Statement } from './policy.ts';
import { isLike } from './wildcards.ts';

export interface Evaluation {
  readonly decision: 'allowed' | 'explicitly denied' | 'not allowed';
  /** The statements that allow it, whatever denies it. */
  readonly allowedBy: readonly Statement[];
}

/**
 * The decision of identity policies alone, which is that of AWS within one account where no resource policy, boundary or
 * organization has a word: an explicit Deny wins, else an Allow is needed. IAM user guide, "Policy evaluation logic".
 */
export function evaluate(statements: readonly Statement[], request: AccessRequest): Evaluation {
  const applying = statements.filter((statement) => applies(statement, request));
  const allowedBy = applying.filter(({ effect }) => effect === 'Allow');
  if (allowedBy.length < applying.length) return { decision: 'explicitly denied', allowedBy };
  return { decision: allowedBy.length > 0 ? 'allowed' : 'not allowed', allowedBy };
}

const applies = (statement: Statement, request: AccessRequest): boolean =>
  statement.actions.some((action) => isLike(request.action.toLowerCase(), action.toLowerCase())) &&
  statement.resources.some((resource) => isLike(request.resource, resource)) &&
  conditionsHold(statement, request);
