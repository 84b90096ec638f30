import type { Template } from 'aws-cdk-lib/assertions';
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

/** The permissions of a function, by its name without the stage, except those for logs and X-Ray. */
export const permissionsOf = (service: Template, name: string): readonly Statement[] => {
  const fn = resourcesOf(service, 'AWS::Lambda::Function').find(({ properties }) =>
    new RegExp(`^rapporteur-[a-z]+-${name}$`).test(properties.FunctionName),
  );
  const role = idIn(fn?.properties.Role);
  return resourcesOf(service, 'AWS::IAM::Policy')
    .filter(({ properties }) => properties.Roles.some((each: unknown) => idIn(each) === role))
    .flatMap(({ properties }): readonly Statement[] => properties.PolicyDocument.Statement)
    .filter((statement) => !actionsIn(statement).some((action) => /^(logs|xray):/.test(action)));
};
