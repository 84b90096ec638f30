import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { command } from '#bin/cli/command';
import { list, optional, required } from '#bin/cli/options';
import { anyText, choice } from '#bin/cli/value-types';
import { PACKAGE_BIN_DIR, PROJECT_DIR } from '#bin/paths';

/** npm run deploy: deploys the CDK app to an AWS account. */
export const deploy = command({
  name: 'npm run deploy',
  description: `Deploys to the AWS account and region of your credentials. An account that never used CDK is bootstrapped
once with: npx cdk bootstrap -c stage=sandbox`,
  options: {
    stage: required(choice('sandbox', 'production'), 'stage to deploy; the local stage is started with npm start'),
    context: list(anyText, 'context of the CDK app, name=value'),
    profile: optional(anyText, 'AWS profile'),
  },
  run: async ({ stage, context, profile }) => {
    const contextArgs = [`stage=${stage}`, ...context].flatMap((pair) => ['--context', pair]);
    const profileArgs = profile === undefined ? [] : ['--profile', profile];
    const cdk = spawn(join(PACKAGE_BIN_DIR, 'cdk'), ['deploy', '--all', ...contextArgs, ...profileArgs], {
      cwd: PROJECT_DIR,
      stdio: 'inherit',
    });
    const [code] = await once(cdk, 'exit');
    process.exitCode = code ?? 1;
  },
});
