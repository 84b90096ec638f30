import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { ensureCfnLint } from '#bin/test/cfn-lint-environment';
import { aTemplateSet, productionOptions } from '#test/infra/synthesized';
import { type Finding, findingsIn, judge } from './findings.ts';

const USAGE = `npm test -- cfn-lint [--stages LIST] [--regions LIST] [--stacks LIST]

  Synthesizes the stages that are deployed to AWS, in two regions, and has cfn-lint check every template in its region.
  Fails on an error, and on a warning that test/cfn-lint/findings.ts does not accept.

  --stages LIST   of sandbox,production
  --regions LIST  us-east-1,eu-central-1
  --stacks LIST   of storage,service,api,edge`;

const { values } = parseArgs({
  options: {
    stages: { type: 'string', default: 'sandbox,production' },
    regions: { type: 'string', default: 'us-east-1,eu-central-1' },
    stacks: { type: 'string', default: 'storage,service,api,edge' },
    help: { type: 'boolean', default: false },
  },
});

/** An example: nothing is asked of the account. */
const ACCOUNT = '111111111111';

/** The edge is in this region, whatever that of the other stacks is. */
const EDGE_REGION = 'us-east-1';

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

interface Written {
  readonly file: string;
  readonly region: string;
}

/** Writes the chosen templates of a stage. Their functions are empty. */
async function writeTemplates(folder: string, stage: string, region: string): Promise<readonly Written[]> {
  const { code: _code, ...templates } = aTemplateSet(stage, productionOptions, { account: ACCOUNT, region });
  const chosen = Object.entries(templates).filter(([stack]) => values.stacks.split(',').includes(stack));
  return await Promise.all(
    chosen.map(async ([stack, template]) => {
      const file = `${stage}-${region}-${stack}.json`;
      await writeFile(join(folder, file), JSON.stringify(template.toJSON()));
      return { file, region: stack === 'edge' ? EDGE_REGION : region };
    }),
  );
}

/** What cfn-lint finds in the templates of one region. */
async function lint(python: string, folder: string, written: readonly Written[], region: string) {
  const files = written.filter((one) => one.region === region).map(({ file }) => file);
  if (files.length === 0) return [];
  const program = 'import sys; from cfnlint.runner import main; sys.exit(main())';
  const options = ['--format', 'json', '--non-zero-exit-code', 'none', '--regions', region];
  const { stdout } = await promisify(execFile)(python, ['-c', program, ...options, '--', ...files], {
    cwd: folder,
    maxBuffer: 64_000_000,
  });
  return findingsIn(stdout);
}

async function main(): Promise<void> {
  if (values.help) return void say(USAGE);
  const regions = values.regions.split(',');
  const python = await ensureCfnLint(new AbortController().signal);
  const folder = await mkdtemp(join(tmpdir(), 'rapporteur-cfn-lint-'));
  try {
    const written: Written[] = [];
    for (const stage of values.stages.split(','))
      for (const region of regions) written.push(...(await writeTemplates(folder, stage, region)));
    const findings: Finding[] = [];
    for (const region of new Set([...regions, EDGE_REGION]))
      findings.push(...(await lint(python, folder, written, region)));
    const { failures, accepted } = judge(findings);
    for (const line of failures) say(line);
    const counts = Object.entries(accepted).map(([rule, count]) => `${count} accepted of ${rule}`);
    say(`${written.length} templates, ${failures.length} failing, ${counts.join(', ')}`);
    process.exitCode = written.length > 0 && failures.length === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
