import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STSClient } from '@aws-sdk/client-sts';
import { findingsOf } from '#bin/cdk/check/checks/checks';
import type { DeployedStage } from '#bin/cdk/check/facts';
import { readFacts } from '#bin/cdk/check/read-facts';
import { blockers, linesOf, reportOf } from '#bin/cdk/check/report';
import { sdkAccount } from '#bin/cdk/check/sdk-account';
import { PROJECT_DIR } from '#bin/paths';
import { withClient } from '#bin/stack/emulator-config';

interface CheckOptions {
  readonly stage: DeployedStage;
  /** Pairs `name=value`. */
  readonly context: readonly string[];
  readonly profile: string | undefined;
  /** Prints one JSON object instead of lines. */
  readonly json: boolean;
}

interface Checked {
  readonly canDeploy: boolean;
  /** Of the credentials and the environment: where the stacks are deployed. */
  readonly region: string | undefined;
}

/** Prints what an account needs before a deploy. It changes nothing. */
export async function checkAccount({ stage, context, profile, json }: CheckOptions): Promise<Checked> {
  const options = profile === undefined ? {} : { profile };
  const region = await regionOf(options);
  const deployment = { stage, region, context: { ...(await contextOfFile()), ...pairsOf(context) } };
  const facts = await readFacts(sdkAccount(options), deployment, Date.now());
  const findings = findingsOf(facts);
  console.log(json ? JSON.stringify(reportOf(facts, findings), undefined, 2) : linesOf(findings).join('\n'));
  return { canDeploy: blockers(findings).length === 0, region };
}

/** As the SDK finds it, in the environment or the profile; AWS_DEFAULT_REGION too, which the CDK reads as well. */
async function regionOf(options: { readonly profile?: string }): Promise<string | undefined> {
  const named = process.env['AWS_REGION'] || process.env['AWS_DEFAULT_REGION'];
  if (named) return named;
  return withClient(new STSClient(options), (client) => client.config.region().catch(() => undefined));
}

/** `name=value` pairs; a value may hold an equals sign. */
export const pairsOf = (pairs: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')];
    }),
  );

/** Values that a deployment keeps in cdk.json. */
async function contextOfFile(): Promise<Readonly<Record<string, string>>> {
  const { context = {} }: { context?: Record<string, unknown> } = JSON.parse(
    await readFile(join(PROJECT_DIR, 'cdk.json'), 'utf8'),
  );
  return Object.fromEntries(
    Object.entries(context).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
