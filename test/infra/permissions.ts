import type { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { idIn, resourcesOf } from './synthesized.ts';

type Templates = Template | readonly Template[];

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
const statementsOf = (from: Templates, name: string): readonly Statement[] => {
  const fn = resourcesOf(from, 'AWS::Lambda::Function').find(({ properties }) =>
    new RegExp(`^rapporteur-[a-z]+-${name}$`).test(properties.FunctionName),
  );
  const role = idIn(fn?.properties.Role);
  return resourcesOf(from, 'AWS::IAM::Policy')
    .filter(({ properties }) => properties.Roles.some((each: unknown) => idIn(each) === role))
    .flatMap(({ properties }): readonly Statement[] => properties.PolicyDocument.Statement)
    .filter((statement) => !actionsIn(statement).some((action) => /^(logs|xray):/.test(action)));
};

/** What a function is allowed. */
export const permissionsOf = (from: Templates, name: string): readonly Statement[] =>
  statementsOf(from, name).filter(({ Effect }) => Effect === 'Allow');

const LeadingKeys = v.object({
  Condition: v.record(v.string(), v.object({ 'dynamodb:LeadingKeys': v.union([v.string(), v.array(v.string())]) })),
});

const keysIn = (statements: readonly Statement[], operator: string): readonly string[] =>
  statements.flatMap((statement) => {
    const read = v.safeParse(LeadingKeys, statement);
    return read.success ? listed(read.output.Condition[operator]?.['dynamodb:LeadingKeys'] ?? []) : [];
  });

/** The patterns of partition keys that a function is denied for this action. */
export const deniedKeysOf = (from: Templates, name: string, action: string): readonly string[] =>
  keysIn(
    statementsOf(from, name).filter(
      (statement) => statement.Effect === 'Deny' && actionsIn(statement).includes(action),
    ),
    'ForAnyValue:StringLike',
  );

/** The patterns of partition keys to which this action is restricted. */
export const ownKeysOf = (from: Templates, name: string, action: string): readonly string[] =>
  keysIn(
    permissionsOf(from, name).filter((statement) => actionsIn(statement).includes(action)),
    'ForAllValues:StringLike',
  );
