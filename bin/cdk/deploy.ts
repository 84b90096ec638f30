import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { checkAccount } from '#bin/cdk/check/check-account';
import { cdkRuns } from '#bin/cdk/protect';
import { command } from '#bin/cli/command';
import { flag, list, optional, required } from '#bin/cli/options';
import { anyText, choice } from '#bin/cli/value-types';
import { PACKAGE_BIN_DIR, PROJECT_DIR } from '#bin/paths';

/** npm run deploy: checks an AWS account, and deploys the CDK app to it. */
export const deploy = command({
  name: 'npm run deploy',
  description: `Deploys to the AWS account and region of your credentials, if nothing is missing there: what is missing is
printed with the command that mends it. An account that never used CDK is bootstrapped once with: npx cdk bootstrap
-c stage=sandbox`,
  options: {
    stage: required(choice('sandbox', 'production'), 'stage to deploy; the local stage is started with npm start'),
    context: list(anyText, 'context of the CDK app, name=value'),
    profile: optional(anyText, 'AWS profile'),
    check: flag('only checks what is missing, and deploys nothing; exit status 1 where something is'),
    json: flag('prints the checks as JSON; with --check'),
  },
  run: async ({ check, json, ...target }) => {
    const { canDeploy, region } = await checkAccount({ ...target, json });
    if (!canDeploy) process.exitCode = 1;
    else if (!check) process.exitCode = await deployStacks({ ...target, region });
  },
});

interface Target {
  readonly stage: string;
  readonly context: readonly string[];
  readonly profile: string | undefined;
  readonly region: string | undefined;
}

/** Runs `cdk deploy`, once or, for the first time in production, twice; answers the exit status. */
async function deployStacks({ stage, context, profile, region }: Target): Promise<number> {
  const contextArgs = [`stage=${stage}`, ...context].flatMap((pair) => ['--context', pair]);
  const profileArgs = profile === undefined ? [] : ['--profile', profile];
  for (const args of await cdkRuns({ stage, profile, region })) {
    const status = await runCdk(['deploy', ...args, ...contextArgs, ...profileArgs], region);
    if (status !== 0) return status;
  }
  return 0;
}

async function runCdk(args: readonly string[], region: string | undefined): Promise<number> {
  const cdk = spawn(join(PACKAGE_BIN_DIR, 'cdk'), args, {
    cwd: PROJECT_DIR,
    stdio: 'inherit',
    // The region that was checked.
    env: { ...process.env, ...(region !== undefined && { AWS_REGION: region }) },
  });
  const [code] = await once(cdk, 'exit');
  return typeof code === 'number' ? code : 1;
}
