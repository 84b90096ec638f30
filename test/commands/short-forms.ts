import { RELEASE_RUNS } from '#bin/test/release-runs';

/** How `npm test` runs a command. */
export type Row =
  /** By test/commands/, with each of these lists of arguments; it succeeds and prints that. */
  | { readonly short: readonly (readonly string[])[]; readonly prints: RegExp }
  /** By another part of npm test: the file that runs it, and the words there that do. */
  | { readonly ranBy: string; readonly as: string }
  /** It is made of scripts that have rows, or runs folders of tests that npm test runs. */
  | 'of other parts';

const byPlan = (name: string): Row => ({ ranBy: 'bin/test/plan.ts', as: `'${name}'` });
const FROM_A_LIST: Row = { short: [[], ['--help']], prints: /-- <name> \[options\]\n\n {2}/ };
const beforeRelease = (name: string, prints: RegExp): Row => ({
  short: RELEASE_RUNS.flatMap(({ command, short }) => (command === name && short ? [short] : [])),
  prints,
});

const SUPPLY_CHAIN: Row = {
  ranBy: 'test/unit/bin/supply-chain.test.ts',
  as: "['bin/supply-chain.ts', '--offline']",
};

/**
 * Every script of package.json, and every program of its groups, as `bench api`. A form takes seconds, and writes nothing
 * into the documents.
 */
export const ROWS: Readonly<Record<string, Row>> = {
  start: { ranBy: 'bin/test/started-stack.ts', as: "'npm', ['start'" },
  demo: { ranBy: 'test/integration/speech-server/demo.test.ts', as: "runScript('demo'" },
  transcribe: { ranBy: 'test/integration/speech-server/transcribe.test.ts', as: "runScript('transcribe'" },
  ops: { short: [['--help'], ['key', '--help']], prints: /--json/ },
  user: { short: [['--help']], prints: /--workspace/ },
  key: { short: [['--help']], prints: /--user/ },
  workspace: { short: [['--help']], prints: /--approve-mail/ },
  'tool screenshots': { ranBy: 'test/browser/screenshots.test.ts', as: "runScript('tool screenshots'" },
  // There is no AWS account to deploy to: deploy-check.test.ts runs its check, `npm start` deploys the same app.
  deploy: { short: [['--help']], prints: /--check/ },
  build: { ranBy: 'bin/test.ts', as: "script('build'" },
  'docs changelog': { short: [[]], prints: /^# Changelog/ },
  'docs table': { short: [['--check']], prints: /up to date/ },
  'docs error-codes': { short: [['--check']], prints: /up to date/ },
  'docs runbook': { short: [['--check']], prints: /up to date/ },
  'docs events': { short: [['--check']], prints: /up to date/ },
  'docs client-methods': { short: [['--check']], prints: /up to date/ },
  'docs mail-template': { short: [['--check']], prints: /up to date/ },
  // `lint` with `--write`, which finds nothing to write after it.
  format: { short: [['--help']], prints: /--write/ },
  lint: byPlan('lint'),
  types: byPlan('types'),
  boundaries: byPlan('boundaries'),
  unused: byPlan('unused'),
  document: byPlan('document'),
  'tool supply-chain': SUPPLY_CHAIN,
  // Run with --offline: signatures are verified before a release, because that needs npm's public registry.
  'tool signatures': SUPPLY_CHAIN,
  'tool clients': { ranBy: 'bin/test.ts', as: "check('tool clients')" },
  check: 'of other parts',
  test: { ranBy: 'package.json', as: '"test": "node bin/cli.ts test"' },
  'test:release': { ranBy: 'test/commands/short-forms.ts', as: 'RELEASE_RUNS' },
  'test unit': 'of other parts',
  'test contract': 'of other parts',
  'test infra': 'of other parts',
  'test browser': 'of other parts',
  'test fuzz': { ranBy: 'bin/test.ts', as: "script('test fuzz'" },
  'test faults': { ranBy: 'bin/test.ts', as: "script('test faults'" },
  'test restore': { ranBy: 'bin/test.ts', as: "script('test restore'" },
  'test drill': { ranBy: 'bin/test.ts', as: "script('test drill'" },
  'test aws': { ranBy: 'bin/test/recorded-requests.ts', as: "'aws'" },
  'test hostile': { short: [['--short', '--only', 'POST /agent_sessions']], prints: / to 1 operations, 0 violations/ },
  'test cfn-lint': { ranBy: 'bin/test.ts', as: "script('test cfn-lint'" },
  // It installs 110 MB of packages.
  'test connectors': { ranBy: 'bin/test/release-runs.ts', as: "command: 'test connectors'" },
  'test calendars': beforeRelease('test calendars', /2 of 2 sequences, 0 failing/),
  'test peers': { short: [[]], prints: /Vexa, played\n(.*\n)+9 checks, 0 failing/ },
  simulate: beforeRelease('simulate', /1 of 1 seeds, 0 failing/),
  'test soak': { short: [['--minutes', '0.05', '--rate', '5']], prints: /0 lost, no handle left/ },
  'new:resource': { ranBy: 'test/unit/bin/new/scaffold.test.ts', as: "'new:resource'" },
  'new:endpoint': { ranBy: 'test/unit/bin/new/scaffold.test.ts', as: "'new:endpoint'" },
  bench: FROM_A_LIST,
  docs: FROM_A_LIST,
  tool: FROM_A_LIST,
  metrics: { short: [[]], prints: /source files/ },
  cost: {
    short: [['--meetings', '20'], ['--most']],
    prints: /A million calls of[\s\S]*a million reads of a meeting|US dollars, at most, for/,
  },
  capacity: {
    short: [['--minutes', '3', '--recorded', '1']],
    prints: /Lambda concurrent executions[\s\S]*US dollars a month/,
  },
  'bench operations': { short: [['--rounds', '1', '--only', 'POST /agent_sessions']], prints: /POST \/agent_sessions/ },
  'bench api': { short: [['--short', '--seconds', '1', '--rounds', '2']], prints: /response time p95/ },
  'bench delivery': { short: [['--profile', 'A', '--minutes', '0.02', '--rate', '5']], prints: /100 %/ },
  'bench sender': { short: [['--count', '10', '--rounds', '1']], prints: /undici alone/ },
  'bench media': { short: [['--mb', '40']], prints: /Peak memory of both/ },
  // With a stand-in: the server installs 580 MB where they are missing, and test/integration/speech-server/speech.test.ts runs it.
  'bench speech': { short: [['--hours', '0.1', '--stand-in']], prints: /peak memory/ },
  'bench calendars': {
    short: [['--occurrences', '10', '--connections', '1', '--megabytes', '0.5']],
    prints: /google/,
  },
  'test feeds': { ranBy: 'test/readers/recurrence.test.ts', as: 'compareRules(' },
  'bench parsers': { short: [['--only', 'JSON']], prints: /JSON/ },
  'bench exports': { short: [['--hours', '0.1', '--only', 'docx']], prints: /5 × docx in a ZIP/ },
  'bench agents': { short: [['--meetings', '60']], prints: /40 of 40 questions reached/ },
  'bench search': { short: [['--words', '200', '--sizes', '10', '--cold', '1']], prints: /nDCG@10 of 60 queries/ },
  'bench subtitles': { short: [['--hours', '0.1']], prints: /beta-launch \| +segmented/ },
};

/** Commands of the documents that are no scripts, and where npm test runs them. */
export const OTHERS: Readonly<Record<string, { readonly ranBy: string; readonly as: string }>> = {
  'npm ci': { ranBy: 'bin/pinned-packages.ts', as: "'npm', ['ci'" },
  'npm audit': { ranBy: 'bin/supply-chain.ts', as: "npm(['audit', 'signatures']" },
  'npx cdk': { ranBy: 'bin/cdk/run-cdk.ts', as: "cdk('bootstrap'" },
  'npx jest': { ranBy: 'bin/test.ts', as: 'node_modules/.bin/jest' },
  'npx biome': { ranBy: 'package.json', as: '"lint": "biome' },
};
