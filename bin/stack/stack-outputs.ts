import { CouldNotStart } from '#bin/cli/cli-error';
import { resourcesOf } from '#bin/stack/cloudformation';

interface Deployed {
  readonly apiId: string;
  readonly tableName: string;
  /** None where nobody can sign in. */
  readonly userPoolId: string | undefined;
}

const STACKS = ['rapporteur-local-storage', 'rapporteur-local-service'];

/** The names that the runner itself needs. Asked for, not assumed: another emulator chooses ids of its own. */
export async function whatWasDeployed(aws: { readonly endpoint: string; readonly region: string }): Promise<Deployed> {
  const resources = (await Promise.all(STACKS.map((stack) => resourcesOf(stack, aws)))).flat();
  const nameOf = (...types: readonly string[]) => {
    const found = resources.find(({ type }) => types.includes(type));
    if (!found) throw new CouldNotStart(`The deployed stacks have no ${types[0]}`);
    return found.physicalId;
  };
  return {
    apiId: nameOf('AWS::ApiGatewayV2::Api'),
    tableName: nameOf('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'),
    userPoolId: resources.find(({ type }) => type === 'AWS::Cognito::UserPool')?.physicalId,
  };
}
