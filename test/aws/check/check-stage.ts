import { type Evaluation, evaluate } from '#test/aws/iam/evaluate';
import type { AccessRequest, Statement } from '#test/aws/iam/policy';
import { isLike } from '#test/aws/iam/wildcards';
import { type FunctionRole, functionRoles } from '#test/aws/templates/roles';
import {
  type Account,
  type StageResolver,
  type StageTemplates,
  stageResolver,
} from '#test/aws/templates/stage-templates';
import type { RecordedNeed } from './recorded-needs.ts';

/** A permission: one action on one resource that a statement allows a function. */
export interface Permission {
  readonly caller: string;
  readonly action: string;
  readonly resource: string;
  /** The conditions under which it is allowed, as JSON; empty without any. */
  readonly conditions: string;
}

export interface Denial extends Permission {
  readonly decision: Evaluation['decision'];
}

export interface StageFindings {
  readonly functions: readonly string[];
  readonly denials: readonly Denial[];
  readonly unexercised: readonly Permission[];
  readonly permissions: number;
}

/** Whether only the local stack asks for it, which enforces no permission. */
export type IsLocalOnly = (need: RecordedNeed) => boolean;

interface Recorded {
  readonly needs: readonly RecordedNeed[];
  readonly isLocalOnly: IsLocalOnly;
}

/** Evaluates what functions needed, and what AWS does with their roles, against the roles of one stage. */
export function checkStage(
  { needs, isLocalOnly }: Recorded,
  templates: StageTemplates,
  account: Account,
): StageFindings {
  const resolver = stageResolver(templates, account);
  const roles = functionRoles(templates, resolver);
  const unknown = needs.find(({ caller }) => !roles.some(({ name }) => name === caller));
  if (unknown) throw new Error(`The stage has no function ${unknown.caller}.`);

  const checked = roles.map((role) => {
    const own = needs.filter((need) => need.caller === role.name && !isLocalOnly(need));
    return checkRole(role, [...own.map((need) => inStage(need, resolver)), ...role.byServices]);
  });
  return {
    functions: roles.map(({ name }) => name),
    permissions: checked.reduce((sum, { granted }) => sum + granted.length, 0),
    denials: checked.flatMap(({ denials }) => denials),
    unexercised: checked.flatMap(({ granted, exercised }) =>
      granted.filter((permission) => !exercised.has(JSON.stringify(permission))),
    ),
  };
}

const inStage = (
  { action, resource: { id, suffix }, context }: RecordedNeed,
  { arnOf, invokedArnOf }: StageResolver,
): AccessRequest => {
  const arn = action === 'lambda:InvokeFunction' ? invokedArnOf(id) : arnOf(id);
  return { action, resource: `${arn ?? `not in this stage: ${id.logicalId}`}${suffix}`, context };
};

function checkRole({ name, statements }: FunctionRole, requests: readonly AccessRequest[]) {
  const denials: Denial[] = [];
  const exercised = new Set<string>();
  for (const request of requests) {
    const { decision, allowedBy } = evaluate(statements, request);
    for (const permission of allowedBy.flatMap((statement) => permissionsOf(name, statement)))
      if (isMeant(permission, request)) exercised.add(JSON.stringify(permission));
    if (decision !== 'allowed') denials.push(denialOf(name, request, decision));
  }
  const granted = statements
    .filter(({ effect }) => effect === 'Allow')
    .flatMap((statement) => permissionsOf(name, statement));
  return { denials, exercised, granted };
}

const denialOf = (
  caller: string,
  { action, resource, context }: AccessRequest,
  decision: Evaluation['decision'],
): Denial => ({ caller, action, resource, conditions: conditionsText(context), decision });

const permissionsOf = (caller: string, { actions, resources, conditions }: Statement): readonly Permission[] =>
  actions.flatMap((action) =>
    resources.map((resource) => ({ caller, action, resource, conditions: conditionsText(conditions) })),
  );

const isMeant = ({ action, resource }: Permission, request: AccessRequest): boolean =>
  isLike(request.action.toLowerCase(), action.toLowerCase()) && isLike(request.resource, resource);

const conditionsText = (conditions: object): string =>
  Object.keys(conditions).length === 0 ? '' : JSON.stringify(conditions);
