/** One long run before a release. */
export interface ReleaseRun {
  /** A script of package.json, or a program of its group: `test calendars`. */
  readonly command: string;
  readonly args: readonly string[];
  /** The same options at their smallest size, for npm test; undefined for what npm test runs itself, or in another row. */
  readonly short?: readonly string[];
}

/** First and alone: it uses every processor. */
const FIRST: readonly ReleaseRun[] = [{ command: 'test', args: [] }];

/** What computes. */
const COMPUTING: readonly ReleaseRun[] = [
  ...(['realistic', 'none', 'heavy'] as const).map((faults) => ({
    command: 'simulate',
    args: ['--seeds', faults === 'realistic' ? '10000' : '300', '--faults', faults],
    ...(faults === 'realistic' && { short: ['--seeds', '1', '--faults', faults] }),
  })),
  { command: 'test calendars', args: ['--sequences', '20000'], short: ['--sequences', '1'] },
  { command: 'test feeds', args: [] },
  { command: 'test fuzz', args: [] },
  { command: 'test cfn-lint', args: [] },
  { command: 'test connectors', args: [] },
];

/** What waits, for leases, retries and the sweeper of a stack of its own, and leaves the processors to the others. */
const WAITING: readonly ReleaseRun[] = [
  // Ten kills at a point follow each other at once, and then all of it recovers. One by one, each waits for its recovery,
  // half a minute at some points.
  { command: 'test faults', args: ['--table', 'kills', '--kills', '10', '--row', '10'] },
  { command: 'test faults', args: ['--table', 'full'] },
  { command: 'test restore', args: ['--rows', '10000'] },
  { command: 'test drill', args: [] },
  { command: 'test aws', args: [] },
];

/**
 * What must hold before a release: every test at its full size, then the long runs of docs/reliability.md and
 * docs/calendars.md that fail on a violation, in phases, of which the lists run side by side. `npm run tool -- signatures` is a step of
 * its own: it needs npm's public registry, since mirrors may serve no signatures.
 */
export const RELEASE_PHASES: readonly (readonly (readonly ReleaseRun[])[])[] = [[FIRST], [COMPUTING, WAITING]];

export const RELEASE_RUNS: readonly ReleaseRun[] = RELEASE_PHASES.flat(2);
