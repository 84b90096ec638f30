import { join, resolve } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { buildFunctions } from '#bin/cdk/build-functions';
import { PROJECT_DIR } from '#bin/paths';
import { configFor, type DeploymentOptions } from '#lib/config';
import { addRapporteur } from '#lib/rapporteur';
import { readStayLimits } from '#shared/bots/rules/stay-limits';
import { readLimits } from '#shared/core/limits';
import { readPrice } from '#shared/core/price';
import { readRetentionMaximum } from '#shared/meetings/rules/retention';
import { readDeployment } from '#shared/settings/rules/deployment';

/** A value of `cdk --context name=value`. */
const contextValue = (app: App, name: string): string | undefined => app.node.tryGetContext(name) || undefined;

/** Context values that are used as they are, by their name in the configuration. */
const TEXTS = {
  domain: 'domain',
  certificateArn: 'certificate',
  originDomain: 'originDomain',
  originCertificateArn: 'originCertificate',
  clientCertificateArn: 'clientCertificate',
  clientAuthorities: 'clientAuthorities',
  mailFrom: 'mailFrom',
  endpoint: 'endpoint',
  signIn: 'signIn',
  alarmEmail: 'alarmEmail',
  serverZone: 'serverZone',
  keepRecorderData: 'keepRecorderData',
};

function contextOf(app: App): DeploymentOptions {
  const port = contextValue(app, 'port');
  const timeScale = contextValue(app, 'timeScale') ?? process.env['TIME_SCALE'];
  const limits = contextValue(app, 'limits');
  const testProviders = contextValue(app, 'testProviders');
  const stayLimits = contextValue(app, 'stayLimits');
  if (stayLimits) readStayLimits(stayLimits);
  const pricePerMinute = contextValue(app, 'pricePerMinute');
  if (pricePerMinute) readPrice(pricePerMinute);
  const retentionMaximumDays = contextValue(app, 'retentionMaximumDays');
  if (retentionMaximumDays) readRetentionMaximum(retentionMaximumDays);
  const bedrockModels = contextValue(app, 'bedrockModels');
  const { off, enforced } = readDeployment(
    contextValue(app, 'featuresOff') ?? '',
    contextValue(app, 'enforcedSettings') ?? '',
  );
  return {
    ...(port && { port: positiveNumber('port', port) }),
    ...(timeScale && { timeScale: positiveNumber('timeScale', timeScale) }),
    ...(limits && { limits: readLimits(limits) }),
    ...(testProviders && { testProviders: originsFrom(testProviders) }),
    ...(stayLimits && { stayLimits }),
    ...(pricePerMinute && { pricePerMinute }),
    ...(retentionMaximumDays && { retentionMaximumDays }),
    ...(bedrockModels && { bedrockModels: bedrockModels.split(',').map((id) => id.trim()) }),
    featuresOff: off,
    enforcedSettings: enforced,
    ...Object.fromEntries(
      Object.entries(TEXTS).flatMap(([key, name]) => {
        const value = contextValue(app, name);
        return value === undefined ? [] : [[key, value]];
      }),
    ),
  };
}

function positiveNumber(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${name} takes a number above zero, not "${text}".`);
  return value;
}

/** Origins by provider, from JSON. */
function originsFrom(text: string): Readonly<Record<string, string>> {
  const origins: unknown = JSON.parse(text);
  return Object.fromEntries(
    Object.entries(Object(origins)).map(([name, origin]) => [name, new URL(String(origin)).origin]),
  );
}

/** Builds the functions, unless `--context dist=<folder>` names a folder with built ones. */
async function builtCode(app: App): Promise<string> {
  const dist = contextValue(app, 'dist');
  if (dist) return resolve(dist);
  await buildFunctions();
  return join(PROJECT_DIR, 'dist');
}

const app = new App();
const config = configFor(contextValue(app, 'stage') ?? 'local', contextOf(app));
const dist = await builtCode(app);
const account = process.env['CDK_DEFAULT_ACCOUNT'];
const region = process.env['CDK_DEFAULT_REGION'];

addRapporteur(app, {
  config,
  codeFor: (entry) => Code.fromAsset(join(dist, 'functions', entry)),
  env: { ...(account && { account }), ...(region && { region }) },
});
// Not for the local stage, which should start fast; tests check its templates by the same rules.
if (config.stage !== 'local') Validations.of(app).addPlugins(new AwsSolutionsChecks(), new ServerlessChecks());
