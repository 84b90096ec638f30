import type { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { idIn, resourcesOf } from './synthesized';

export interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

const listed = <Value>(value: Value | readonly Value[]): readonly Value[] =>
  Array.isArray(value) ? value : [value as Value];

export const actionsIn = ({ Action }: Statement): readonly string[] => listed(Action);

export const isOnAllResources = ({ Resource }: Statement): boolean => listed(Resource).includes('*');

/** The statements of a function, by its name without the stage, except those for logs and X-Ray. */
const statementsOf = (service: Template, name: string): readonly Statement[] => {
  const fn = resourcesOf(service, 'AWS::Lambda::Function').find(({ properties }) =>
    new RegExp(`^rapporteur-[a-z]+-${name}$`).test(properties.FunctionName),
  );
  const role = idIn(fn?.properties.Role);
  return resourcesOf(service, 'AWS::IAM::Policy')
    .filter(({ properties }) => properties.Roles.some((each: unknown) => idIn(each) === role))
    .flatMap(({ properties }): readonly Statement[] => properties.PolicyDocument.Statement)
    .filter((statement) => !actionsIn(statement).some((action) => /^(logs|xray):/.test(action)));
};

/** What a function is allowed. */
export const permissionsOf = (service: Template, name: string): readonly Statement[] =>
  statementsOf(service, name).filter(({ Effect }) => Effect === 'Allow');

const LeadingKeys = v.object({
  Condition: v.record(v.string(), v.object({ 'dynamodb:LeadingKeys': v.union([v.string(), v.array(v.string())]) })),
});

const keysIn = (statements: readonly Statement[], operator: string): readonly string[] =>
  statements.flatMap((statement) => {
    const read = v.safeParse(LeadingKeys, statement);
    return read.success ? listed(read.output.Condition[operator]?.['dynamodb:LeadingKeys'] ?? []) : [];
  });

/** The patterns of partition keys that a function is denied for this action. */
export const deniedKeysOf = (service: Template, name: string, action: string): readonly string[] =>
  keysIn(
    statementsOf(service, name).filter(
      (statement) => statement.Effect === 'Deny' && actionsIn(statement).includes(action),
    ),
    'ForAnyValue:StringLike',
  );

/** The patterns of partition keys to which this action is restricted. */
export const ownKeysOf = (service: Template, name: string, action: string): readonly string[] =>
  keysIn(
    permissionsOf(service, name).filter((statement) => actionsIn(statement).includes(action)),
    'ForAllValues:StringLike',
  );
