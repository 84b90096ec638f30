import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_DIR } from '#bin/paths';

/** `npm run deploy -- --stage sandbox`: the same CDK app to a real account; what follows goes to `cdk` as it is. */

const USAGE = `npm run deploy -- --stage sandbox|production [--context name=value …] [--profile name]

  Deploys to the AWS account and region of your credentials. An account that never saw CDK is
  bootstrapped once with: npx cdk bootstrap -c stage=sandbox`;

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    context: { type: 'string', multiple: true, default: [] },
    profile: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) console.log(USAGE);
else if (values.stage !== 'sandbox' && values.stage !== 'production') {
  console.error(`--stage takes sandbox or production; the local stack is started with npm start.\n\n${USAGE}`);
  process.exitCode = 1;
} else {
  const context = [`stage=${values.stage}`, ...values.context].flatMap((pair) => ['--context', pair]);
  const profile = values.profile ? ['--profile', values.profile] : [];
  const cdk = spawn(join(PROJECT_DIR, 'node_modules/.bin/cdk'), ['deploy', '--all', ...context, ...profile], {
    cwd: PROJECT_DIR,
    stdio: 'inherit',
  });
  const [code] = await once(cdk, 'exit');
  process.exitCode = code ?? 1;
}
