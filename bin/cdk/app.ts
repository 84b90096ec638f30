import { join, resolve } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { buildFunctions } from '#bin/cdk/build-functions';
import { deploymentOptions } from '#bin/cdk/deployment-options';
import { PROJECT_DIR } from '#bin/paths';
import { configFor } from '#lib/config';
import { addRapporteur } from '#lib/rapporteur';

const app = new App();

/** A value of `cdk --context name=value`. */
const contextValue = (name: string): string | undefined => app.node.tryGetContext(name) || undefined;

/** Builds the functions, unless `--context dist=<folder>` names a folder with built ones. */
async function builtCode(): Promise<string> {
  const dist = contextValue('dist');
  if (dist) return resolve(dist);
  await buildFunctions();
  return join(PROJECT_DIR, 'dist');
}

const config = configFor(contextValue('stage') ?? 'local', deploymentOptions(contextValue));
const dist = await builtCode();
const account = process.env['CDK_DEFAULT_ACCOUNT'];
const region = process.env['CDK_DEFAULT_REGION'];

addRapporteur(app, {
  config,
  codeFor: (entry) => Code.fromAsset(join(dist, 'functions', entry)),
  env: { ...(account && { account }), ...(region && { region }) },
});
// Not for the local stage, which should start fast; tests check its templates by the same rules.
if (config.stage !== 'local') Validations.of(app).addPlugins(new AwsSolutionsChecks(), new ServerlessChecks());
