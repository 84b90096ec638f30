import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { PROJECT_DIR } from '#bin/paths';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { anApp, productionOptions } from './synthesized.ts';

const REGIONS = [
  ['no region', {}],
  ['eu-central-1', { region: 'eu-central-1' }],
] as const;

describe.each(['sandbox', 'production'])('%s on a machine without an AWS account', (stage) => {
  it.each(REGIONS)('is synthesized with every cdk-nag finding fixed or suppressed, with %s', (_region, env) => {
    const { app } = anApp(stage, undefined, { env });

    app.synth();

    for (const pack of [new AwsSolutionsChecks(), new ServerlessChecks()])
      expect(pack.validateScope(app).violations).toEqual([]);
  });
});

/** The context of `cdk synth` for production, as its command line names it. */
const CONTEXT = {
  stage: 'production',
  domain: productionOptions.domain,
  certificate: productionOptions.certificateArn,
  originDomain: productionOptions.originDomain,
  originCertificate: productionOptions.originCertificateArn,
  clientCertificate: productionOptions.clientCertificateArn,
  clientAuthorities: productionOptions.clientAuthorities,
  mailFrom: productionOptions.mailFrom,
};

describe('the CDK app of production, run without AWS variables', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'without-account-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A folder of built functions that do nothing. */
  async function builtFunctions(): Promise<string> {
    const dist = join(folder, 'dist');
    const files = await readdir(join(PROJECT_DIR, 'functions'), { recursive: true });
    for (const file of files.filter((one) => /^[^/]+\/[^/]+\/index\.ts$/.test(one))) {
      await mkdir(join(dist, 'functions', dirname(file)), { recursive: true });
      await writeFile(join(dist, 'functions', dirname(file), 'index.js'), 'exports.handler = async () => {};');
    }
    return dist;
  }

  it('writes the templates of its four stacks', async () => {
    const cdkJson = JSON.parse(await readFile(join(PROJECT_DIR, 'cdk.json'), 'utf8'));
    const context = { ...cdkJson.context, ...CONTEXT, dist: await builtFunctions() };
    const env = {
      PATH: process.env['PATH'],
      CDK_OUTDIR: join(folder, 'cdk.out'),
      CDK_CONTEXT_JSON: JSON.stringify(context),
    };

    await promisify(execFile)(process.execPath, ['bin/cdk/app.ts'], { cwd: PROJECT_DIR, env });

    const templates = (await readdir(join(folder, 'cdk.out'))).filter((file) => file.endsWith('.template.json'));
    expect(templates.sort()).toEqual(
      ['api', 'edge', 'service', 'storage'].map((stack) => `rapporteur-production-${stack}.template.json`),
    );
  });
});
