import { CliError } from '#bin/cli/cli-error';
import { counted } from '#bin/cli/text-layout';
import type { PointInTimeRecovery, ProgressStore, StageFunctions } from '#bin/operator/restore/ports';
import { checkMoment, restoredName } from '#bin/operator/restore/restore-point';
import { type Counts, setBack, writtenIn } from '#bin/operator/restore/set-back';
import { type Sleep, type StoredTable, scannedPages } from '#bin/operator/restore/stored-table';
import { type Instant, isoOf, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';

/** What a restore works with. */
export interface RestoreContext {
  readonly recovery: PointInTimeRecovery;
  readonly functions: StageFunctions;
  readonly live: StoredTable;
  readonly tableNamed: (name: string) => StoredTable;
  readonly progressIn: (table: StoredTable) => ProgressStore;
  /** Rows that workers take as soon as they run, by type. */
  readonly due: (now: Instant) => Promise<ReadonlyMap<string, number>>;
  readonly now: () => Instant;
  readonly sleep: Sleep;
  readonly print: (line: string) => void;
  /** Asks for a word to be typed; false for any other. */
  readonly confirm: (word: string) => Promise<boolean>;
}

export interface RestoreRequest {
  readonly stage: string;
  readonly to: Instant;
  /** Ends once the rows are what they were, with the service stopped. */
  readonly hold: boolean;
  /** How long invocations under way may still write; undefined for the longest timeout of the functions. */
  readonly drainSeconds: number | undefined;
  /** How many parts of the tables are read side by side. */
  readonly segments: number;
}

const POLL_INTERVAL_MS = 5_000;

/** Comparisons after the functions have ended until rows that still differ are an error. */
const MOST_COMPARISONS = 5;

/**
 * Restores the table of a stage to a moment: beside it, then row by row into it. Every step looks at what is there, so
 * that a run goes on where another ended, and a restore that is done is not repeated. Throws a CliError where it cannot
 * go on.
 */
export async function runRestore(context: RestoreContext, request: RestoreRequest): Promise<void> {
  try {
    await restoreTable(context, request);
  } catch (error) {
    throw asCliError(error);
  }
}

/** What AWS refuses, as a sentence. Other errors are bugs. */
const asCliError = (error: unknown): unknown =>
  error instanceof Error && '$metadata' in error
    ? new CliError(`AWS refused a request, ${error.name}: ${error.message}. Run the command again to go on`)
    : error;

async function restoreTable(context: RestoreContext, request: RestoreRequest): Promise<void> {
  const { recovery, print, now } = context;
  const name = restoredName(request.stage, request.to);
  const restored = context.tableNamed(name);
  const found = await recovery.find(name);
  if (found === undefined) {
    checkMoment(request.to, await recovery.window(), now());
    announce(context, request, name);
    await confirmed(context, request.stage);
    await recovery.start(name, request.to);
  }
  await untilRestored(context, name);
  const progress = context.progressIn(restored);
  const { copiedAt, doneAt } = await progress.read();
  if (doneAt !== undefined)
    return print(
      `This restore was done at ${isoOf(doneAt)}. To restore to the same moment again, delete the table ${name} first.`,
    );
  if (copiedAt === undefined) await copy(context, request, { restored, progress });
  else print(`The rows have been what they were since ${isoOf(copiedAt)}.`);
  await printDue(context);
  if (request.hold) return print('The service is stopped. Run the command again without --hold to start it.');
  await confirmed(context, 'start');
  await startService(context, progress);
  print(`Done. Delete the table when it is not needed any more: aws dynamodb delete-table --table-name ${name}`);
}

function announce({ print, live, now }: RestoreContext, { to, hold }: RestoreRequest, name: string): void {
  const minutes = Math.round((now() - to) / MINUTE_MS);
  print(
    `The table ${live.name} is set back to ${isoOf(to)}, ${counted(minutes, 'minute')} ago. What was written since is lost.`,
  );
  print(
    `  1. DynamoDB restores a table beside it, ${name}: 20 minutes at least, usually less than an hour. The service goes on meanwhile.`,
  );
  print('  2. Every function of the stage is stopped: the API answers 5xx, nothing is sent, no bot joins.');
  print('  3. Rows that differ are put back or removed, and both tables are compared again.');
  print(
    hold
      ? '  4. The service stays stopped (--hold).'
      : '  4. The service is started. Work that is due then begins at once.',
  );
}

async function confirmed({ confirm }: RestoreContext, word: string): Promise<void> {
  if (!(await confirm(word))) throw new CliError('Not confirmed. Run the command again to go on');
}

async function untilRestored({ recovery, sleep, print, now }: RestoreContext, name: string): Promise<void> {
  const began = now();
  let status = await recovery.find(name);
  if (status === 'active') return print(`The table ${name} is restored.`);
  print(`DynamoDB restores the table ${name} …`);
  while (status !== 'active') {
    // A table may be found a moment after it was asked for, and one whose restore failed is removed.
    if (status === undefined && now() - began > MINUTE_MS)
      throw new CliError(`There is no table ${name}: DynamoDB did not restore it. Run the command again`);
    await sleep(POLL_INTERVAL_MS);
    status = await recovery.find(name);
  }
  print(`The table ${name} is restored (${secondsSince(began, now())}).`);
}

interface Copying {
  readonly restored: StoredTable;
  readonly progress: ProgressStore;
}

async function copy(context: RestoreContext, request: RestoreRequest, { restored, progress }: Copying): Promise<void> {
  const { now, sleep, print } = context;
  await refuseEmpty(restored);
  const writtenUntil = await stopService(context, request, progress);
  await compare(context, request, restored);
  const wait = writtenUntil - now();
  if (wait > 0) {
    print(`Invocations under way may write until ${isoOf(writtenUntil)} …`);
    await sleep(wait);
  }
  for (let nth = 1; nth <= MOST_COMPARISONS; nth += 1) {
    const counts = await compare(context, request, restored);
    if (writtenIn(counts) > 0) continue;
    await progress.save({ ...(await progress.read()), copiedAt: now() });
    for (const line of table(counts)) print(line);
    return print('Every row is what it was.');
  }
  throw new CliError('Rows still change, though every function is stopped: see who else writes to the table');
}

/** A table that has no row yet would remove every row of the service. */
async function refuseEmpty(restored: StoredTable): Promise<void> {
  for await (const rows of scannedPages(restored, { nth: 0, of: 1 })) if (rows.length > 0) return;
  throw new CliError(`The table ${restored.name} has no rows: the stage was empty at that moment`);
}

/** Answers until when invocations that had begun may write. */
async function stopService(
  { functions, now, print }: RestoreContext,
  { drainSeconds }: RestoreRequest,
  progress: ProgressStore,
): Promise<Instant> {
  const all = await functions.all();
  const before = await progress.read();
  if (before.reserved === undefined) {
    const reserved: Record<string, number | null> = {};
    // One at 0 was stopped by an earlier restore: no deployment has that.
    for (const { name } of all) reserved[name] = (await functions.reserved(name)) || null;
    await progress.save({ ...before, reserved });
  }
  await functions.setMappings(false);
  for (const { name } of all) await functions.reserve(name, 0);
  const stopped = await progress.read();
  const stoppedAt = stopped.stoppedAt ?? now();
  await progress.save({ ...stopped, stoppedAt });
  print(`${counted(all.length, 'function')} stopped at ${isoOf(stoppedAt)}.`);
  const seconds = drainSeconds ?? Math.max(0, ...all.map(({ timeoutSeconds }) => timeoutSeconds));
  return later(stoppedAt, seconds * SECOND_MS);
}

async function startService({ functions, now, print }: RestoreContext, progress: ProgressStore): Promise<void> {
  const state = await progress.read();
  for (const { name } of await functions.all()) await functions.reserve(name, state.reserved?.[name] ?? null);
  await functions.setMappings(true);
  await progress.save({ ...state, doneAt: now() });
  if (state.stoppedAt !== undefined) print(`The service runs again, after ${secondsSince(state.stoppedAt, now())}.`);
}

async function compare(
  { live, now, sleep, print }: RestoreContext,
  { segments }: RestoreRequest,
  restored: StoredTable,
): Promise<Counts> {
  const began = now();
  let rows = 0;
  let printedAt = began;
  const compared = (more: number) => {
    rows += more;
    if (now() - printedAt < 10 * SECOND_MS) return;
    printedAt = now();
    print(`  ${rows} rows of both tables compared …`);
  };
  const counts = await setBack({ restored, live, now, sleep, segments, compared });
  print(`${rows} rows of both tables compared, ${writtenIn(counts)} written (${secondsSince(began, now())}).`);
  return counts;
}

async function printDue({ due, now, print }: RestoreContext): Promise<void> {
  const byType = [...(await due(now()))].sort(([one], [other]) => one.localeCompare(other));
  const said = byType.map(([type, count]) => `${type} ${count}`).join(', ');
  print(said === '' ? 'No work is due.' : `Due as soon as the service runs: ${said}.`);
}

function table(counts: Counts): readonly string[] {
  const types = [...counts].sort(([one], [other]) => one.localeCompare(other));
  return types.map(([type, { rows }]) => `  ${type.padEnd(30)} ${String(rows).padStart(10)} rows`);
}

const secondsSince = (began: Instant, now: Instant): string => `${((now - began) / SECOND_MS).toFixed(1)} s`;
