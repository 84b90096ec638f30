/** A program of a group: `npm run bench -- api` runs it with the arguments that follow. */
export interface Program {
  /** A few words for the list of the group. */
  readonly summary: string;
  /** Arguments of Node: its own options, the file, and those that the program always has. */
  readonly node: readonly string[];
}

const MUCH_MEMORY = '--max-old-space-size=8000';
const jest = (...folders: readonly string[]): readonly string[] => ['node_modules/.bin/jest', ...folders];

/** Programs that are run now and then, by the script of package.json that runs them and their name. */
export const GROUPS = {
  test: {
    unit: { summary: 'the unit tests', node: jest('test/unit') },
    contract: {
      summary: 'every endpoint and worker',
      node: jest('test/contract', 'test/hooks', 'test/workers', 'test/simulation'),
    },
    infra: { summary: 'the templates of every stage', node: jest('test/infra') },
    browser: { summary: 'the hosted pages in Chromium, on a running stack', node: jest('test/browser') },
    fuzz: { summary: 'requests generated from the OpenAPI document', node: ['bin/cli.ts', 'fuzz'] },
    hostile: { summary: 'large requests to every operation', node: ['test/hostile/main.ts'] },
    faults: { summary: 'a stack whose AWS fails, and whose functions are killed', node: ['test/faults/main.ts'] },
    restore: { summary: 'the table of a stack, set back to a moment', node: ['test/restore/main.ts'] },
    drill: { summary: 'the incidents of the runbook', node: ['test/drill/main.ts'] },
    aws: { summary: 'what functions ask of AWS, held to their roles', node: ['test/aws/main.ts'] },
    'cfn-lint': { summary: 'the templates, read by cfn-lint', node: ['test/cfn-lint/main.ts'] },
    calendars: { summary: 'random changes of calendars at both providers', node: ['test/calendars/main.ts'] },
    feeds: { summary: 'recurrence rules, compared with dateutil', node: ['test/feeds/main.ts'] },
    peers: { summary: 'recorders of others, as their adapters expect them', node: ['test/peers/main.ts'] },
    connectors: { summary: 'the MCP Inspector with the connector', node: ['test/connectors/main.ts'] },
    soak: { summary: 'load in real time', node: ['--expose-gc', MUCH_MEMORY, 'test/soak/main.ts'] },
  },
  bench: {
    operations: { summary: 'own processor time and calls of operations', node: ['test/benchmarks/main.ts'] },
    api: { summary: 'response times of the API', node: [MUCH_MEMORY, 'test/benchmarks/api/main.ts'] },
    delivery: { summary: 'webhooks under load', node: ['test/benchmarks/delivery/main.ts'] },
    sender: { summary: 'deliveries a second of the sender', node: ['test/benchmarks/sender/main.ts'] },
    media: { summary: 'copying and reading large media', node: ['test/benchmarks/media/main.ts'] },
    speech: { summary: 'right words, time and memory of speech recognition', node: ['test/benchmarks/speech/main.ts'] },
    calendars: { summary: 'polls and feeds of calendars', node: ['test/benchmarks/calendars/main.ts'] },
    agents: { summary: 'calls that an agent needs for an answer', node: ['test/benchmarks/agents/main.ts'] },
    search: { summary: 'search over many texts', node: [MUCH_MEMORY, 'test/benchmarks/search/main.ts'] },
    subtitles: { summary: 'subtitles of long recordings', node: ['test/benchmarks/subtitles/main.ts'] },
    exports: { summary: 'files of long recordings', node: ['test/benchmarks/exports/main.ts'] },
    parsers: { summary: 'what strangers send, at its bounds', node: ['test/benchmarks/parsers/main.ts'] },
  },
  docs: {
    changelog: { summary: 'prints docs/changelog.md', node: ['bin/docs/changelog.ts'] },
    table: { summary: 'the rows of the table, into docs/table.md', node: ['bin/docs/table.ts'] },
    'error-codes': { summary: 'the codes, into docs/api/errors.md', node: ['bin/docs/error-codes.ts'] },
    runbook: { summary: 'names of queues and alarms, into docs/runbook.md', node: ['bin/docs/runbook.ts'] },
    events: { summary: 'the events, into docs/api/events.md', node: ['bin/docs/events.ts'] },
    'client-methods': {
      summary: 'methods of the clients, into docs/api/clients.md',
      node: ['bin/docs/print-client-methods.ts'],
    },
    'mail-template': { summary: 'compiles the template of the summary mail', node: ['bin/mail/mail-template.ts'] },
  },
  tool: {
    clients: { summary: 'builds the clients for TypeScript and Python', node: ['bin/clients/check-clients.ts'] },
    screenshots: { summary: 'takes a picture of every page', node: ['test/browser/screenshots/main.ts'] },
    'supply-chain': {
      summary: 'lists the installed packages and checks their licences',
      node: ['bin/supply-chain.ts', '--offline'],
    },
    signatures: { summary: 'the same, with the signatures of the registry', node: ['bin/supply-chain.ts'] },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Program>>>>;

export type Group = keyof typeof GROUPS;

/** Of a group, by name. */
export const programsOf = (group: Group): Readonly<Record<string, Program>> => GROUPS[group];
