import { join, resolve } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { readLimits } from '#shared/core/limits';
import { readDeployment } from '#shared/settings/rules/deployment';
import { configFor, type Given } from '../lib/config.ts';
import { addRapporteur } from '../lib/rapporteur.ts';
import { buildFunctions } from './build.ts';

/** What `cdk --context name=value` said. */
const said = (app: App, name: string): string | undefined => app.node.tryGetContext(name);

const givenTo = (app: App): Given => {
  const port = said(app, 'port');
  const timeScale = said(app, 'timeScale') ?? process.env['TIME_SCALE'];
  const limits = said(app, 'limits');
  const testProviders = said(app, 'testProviders');
  const without = readDeployment(said(app, 'featuresOff') ?? '', said(app, 'enforcedSettings') ?? '');
  const texts = {
    domain: 'domain',
    certificateArn: 'certificate',
    recorder: 'recorder',
    endpoint: 'endpoint',
    signIn: 'signIn',
    alarmEmail: 'alarmEmail',
    serverZone: 'serverZone',
  };
  return {
    ...(port && { port: numberFrom('port', port) }),
    ...(timeScale && { timeScale: numberFrom('timeScale', timeScale) }),
    ...(limits && { limits: readLimits(limits) }),
    ...(testProviders && { testProviders: originsFrom(testProviders) }),
    featuresOff: without.off,
    enforcedSettings: without.enforced,
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([key, name]) => (said(app, name) ? [[key, said(app, name)]] : [])),
    ),
  };
};

const numberFrom = (name: string, text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${name} should be a number above zero, not "${text}".`);
  return value;
};

/** By provider, as the runner of a local stack says it. */
const originsFrom = (text: string): Readonly<Record<string, string>> => {
  const origins: unknown = JSON.parse(text);
  return Object.fromEntries(
    Object.entries(Object(origins)).map(([name, origin]) => [name, new URL(String(origin)).origin]),
  );
};

/** The functions are built unless `--context dist=<folder>` says where they are already. */
const builtCode = async (app: App): Promise<string> => {
  const given = said(app, 'dist');
  if (given) return resolve(given);
  await buildFunctions();
  return resolve(import.meta.dirname, '../dist');
};

const app = new App();
const config = configFor(said(app, 'stage') ?? 'local', givenTo(app));
const dist = await builtCode(app);
const account = process.env['CDK_DEFAULT_ACCOUNT'];
const region = process.env['CDK_DEFAULT_REGION'];

addRapporteur(app, {
  config,
  codeFor: (entry) => Code.fromAsset(join(dist, 'functions', entry)),
  env: { ...(account && { account }), ...(region && { region }) },
});
// A local deployment should start fast; the tests hold it to the same rules.
if (config.stage !== 'local') Validations.of(app).addPlugins(new AwsSolutionsChecks(), new ServerlessChecks());
