import { failureIn } from '#bin/cdk/run-cdk';
import { describe, expect, it } from '#test/support/jest';

describe('the failure in a CDK log', () => {
  it('is the failed resource and its reason for a deployment', () => {
    const log = `rapporteur-local-service: deploying... [2/2]
❌  rapporteur-local-service failed to deploy
\u001b[31m‣ DeploymentError: Resource updates failed:\u001b[39m
rapporteur-local-service/Api  (AWS::ApiGatewayV2::Api Api)
  API id 'rapporteur' is already in use
Source Location: lib/stacks/service-stack.ts`;

    expect(failureIn(log)).toBe(
      "DeploymentError: Resource updates failed: rapporteur-local-service/Api  (AWS::ApiGatewayV2::Api Api) API id 'rapporteur' is already in use",
    );
  });

  it('is the error that the app threw for a synthesis', () => {
    const log = `throw new Error("The table has no name");
      ^

Error: The table has no name
    at lib/stacks/storage-stack.ts:1:7
Subprocess exited with error 1`;

    expect(failureIn(log)).toBe('Error: The table has no name');
  });

  it('is empty when no line names an error', () => {
    expect(failureIn('Bundling asset\n')).toBe('');
  });
});
