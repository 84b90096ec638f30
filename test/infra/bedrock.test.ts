import { AwsSolutionsChecks } from 'cdk-nag';
import { configFor } from '#lib/config';
import { describe, expect, it } from '#test/support/jest';
import { actionsIn, permissionsOf } from './permissions.ts';
import { anApp, aTemplateSet, textOf } from './synthesized.ts';

const OPTIONS = { bedrockModels: ['eu.amazon.nova-lite-v1:0', 'zai.glm-4.6'] };

describe('models of Amazon Bedrock', () => {
  it('are invoked by the function that summarizes: these alone, and those of a profile through it', () => {
    const statements = permissionsOf(aTemplateSet('sandbox', OPTIONS).code, 'recording-processing').filter(
      (statement) => actionsIn(statement).includes('bedrock:InvokeModel'),
    );
    const profile = 'bedrock:us-east-1:111111111111:inference-profile/eu.amazon.nova-lite-v1:0';
    const condition = JSON.stringify(statements.map(({ Condition }) => Condition));

    const resources = statements.flatMap(({ Resource }) => JSON.stringify(Resource).match(/bedrock:[^"]*/g));
    expect(resources.sort()).toEqual([
      'bedrock:*::foundation-model/amazon.nova-lite-v1:0',
      profile,
      'bedrock:us-east-1::foundation-model/zai.glm-4.6',
    ]);
    expect(condition).toContain('bedrock:InferenceProfileArn');
    expect(condition).toContain(profile);
  });

  it('are invoked by no function unless they are named', () => {
    expect(textOf(aTemplateSet('sandbox', {}).code)).not.toContain('bedrock:');
  });

  it('have a reason for their wildcard', () => {
    const { app } = anApp('sandbox', OPTIONS);
    app.synth();

    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([]);
  });

  it.each(['*', 'amazon.*', 'arn:aws:bedrock:us-east-1::foundation-model/x', ''])('are not named %j', (id) => {
    expect(() => configFor('sandbox', { bedrockModels: [id] })).toThrow('bedrockModels');
  });
});
