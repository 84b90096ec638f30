import { type AccountState, anAccount, aStubbedAccount, HOME } from '#test/support/a-stubbed-account';
import { describe, expect, it } from '#test/support/jest';
import { runScript } from '#test/support/run-script';

interface Run {
  readonly code: number;
  readonly output: string;
  /** Operations that AWS was asked for. */
  readonly operations: readonly string[];
}

/** Runs `npm run deploy` with the credentials of a stubbed account. */
async function deploy(state: AccountState, ...args: readonly string[]): Promise<Run> {
  const account = await aStubbedAccount(state);
  const env = {
    AWS_ENDPOINT_URL: account.url,
    AWS_REGION: HOME,
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  };
  try {
    const output = await runScript('deploy', ['--stage', 'sandbox', ...args], env);
    return { code: 0, output, operations: account.operations };
  } catch (thrown) {
    const { code, stdout } = Object(thrown);
    return { code, output: String(stdout), operations: account.operations };
  } finally {
    await account.close();
  }
}

const notBootstrapped = anAccount({ stacks: {} });

describe('npm run deploy', () => {
  it('ends with 0 for --check when nothing is missing', async () => {
    const { code, output } = await deploy(anAccount(), '--check');
    expect(output).toContain('  ✓ The account is 111111111111, the region eu-central-1, and the caller arn:aws:iam::');
    expect(output.trim().split('\n').at(-1)).toBe('Nothing is missing for a deploy.');
    expect(code).toBe(0);
  });

  it('stops with 1 before anything is made when something is missing', async () => {
    const { code, output, operations } = await deploy(notBootstrapped);
    expect(output).toContain(
      '  ✗ CDK is not bootstrapped in eu-central-1.\n      npx cdk bootstrap aws://111111111111/eu-central-1 -c stage=sandbox\n',
    );
    expect(output.trim().split('\n').at(-1)).toBe('1 thing missing: nothing was deployed.');
    expect(operations.filter((name) => !/^(?:Get|Describe|List)/.test(name))).toEqual([]);
    expect(code).toBe(1);
  });

  it('prints the checks as JSON for --json', async () => {
    const { code, output } = await deploy(notBootstrapped, '--check', '--json');
    expect(JSON.parse(output)).toMatchObject({
      stage: 'sandbox',
      account: '111111111111',
      region: HOME,
      can_deploy: false,
      findings: expect.arrayContaining([
        {
          check: 'bootstrap',
          status: 'missing',
          sentence: 'CDK is not bootstrapped in eu-central-1.',
          command: 'npx cdk bootstrap aws://111111111111/eu-central-1 -c stage=sandbox',
        },
      ]),
    });
    expect(code).toBe(1);
  });
});
