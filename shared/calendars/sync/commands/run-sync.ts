import { freshAccessToken, getAccessToken } from '#shared/calendars/sync/commands/access-token';
import { handleFailure, type SyncFailure } from '#shared/calendars/sync/commands/handle-failure';
import { endSourcesWithin, type ImportedPage, importPage } from '#shared/calendars/sync/commands/import-page';
import {
  acquireLease,
  completeRun,
  type Lease,
  loadSyncTarget,
  type NotLeased,
  type SyncTarget,
  type SyncTransition,
  saveRest,
  saveUnderLease,
} from '#shared/calendars/sync/commands/lease';
import { renewWatch } from '#shared/calendars/sync/commands/renew-watch';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import {
  type CalendarReader,
  CursorExpired,
  GrantLost,
  type ProviderPage,
  ProviderThrottled,
  type ReadAttempt,
} from '#shared/calendars/sync/ports';
import type { SyncRun } from '#shared/calendars/sync/rules/calendar-sync';
import { passedOverAfter } from '#shared/calendars/sync/rules/passed-over';
import { advanced, interrupted, withoutCursor } from '#shared/calendars/sync/rules/sync-transitions';
import { needsFullSync, rollsAt, windowAt } from '#shared/calendars/sync/rules/window';
import { putSeenOnPage, unseenSources } from '#shared/calendars/sync/sources-store';
import type { CalendarId } from '#shared/foundation/core/ids';
import { type Instant, SECOND_MS } from '#shared/foundation/core/time';

export interface SyncOutcome {
  readonly outcome: 'done' | 'quiet' | 'interrupted' | NotLeased | SyncFailure['outcome'];
  /** When the next run is due; null where none is, or where another run has the lease. */
  readonly dueAt: Instant | null;
  readonly pages: number;
  readonly isFull: boolean;
  /** Codes of the events that were passed over, one each. */
  readonly passedOver: readonly string[];
  /** The error that ended the run, or the name of one that did not. */
  readonly fault?: unknown;
  /** An operator has to act: a fault of ours, or an event that cannot be read. */
  readonly needsOperator?: boolean;
}

/** No page is started with less time left: one takes a few seconds. */
const PAGE_NEEDS_MS = 30 * SECOND_MS;
const CONCURRENCY = 10;

interface Invocation {
  /** Milliseconds until the function times out. */
  readonly timeLeft: () => number;
}

/**
 * One sync run of a connection, if one is due: an incremental one over the changes since the last, or a full one over
 * the window. The next run completes what an interrupted one left. Errors of the provider are returned as an outcome;
 * errors of the table are thrown where not even the outcome can be saved.
 */
export const runSync =
  (context: SyncContext) =>
  async (id: CalendarId, invocation: Invocation): Promise<SyncOutcome> => {
    const lease = await acquireLease(context)(id);
    if (typeof lease === 'string') return { ...NOTHING_DONE, outcome: lease };
    try {
      return await withAccess(context, lease, invocation);
    } catch (error) {
      return { ...NOTHING_DONE, ...(await handleFailure(context, lease, error)) };
    }
  };

/**
 * Saves a failure of a poll that began then as a run under the lease would have saved it. Where another run began or ended
 * meanwhile, what is saved is only that the provider wants a rest.
 */
export async function failSync(
  context: SyncContext,
  id: CalendarId,
  { error, startedAt }: { readonly error: unknown; readonly startedAt: Instant },
): Promise<SyncOutcome> {
  const lease = await acquireLease(context)(id);
  if (typeof lease === 'string') {
    if (error instanceof ProviderThrottled && error.retryAfterMs !== undefined)
      await saveRest(context)(id, error.retryAfterMs);
    return { ...NOTHING_DONE, outcome: lease };
  }
  return { ...NOTHING_DONE, ...(await handleFailure(context, { ...lease, startedAt }, error)) };
}

export const NOTHING_DONE = { dueAt: null, pages: 0, isFull: false, passedOver: [] } as const;

/** A kept access token that is refused is replaced, once: the account may still grant access. */
async function withAccess(context: SyncContext, lease: Lease, invocation: Invocation): Promise<SyncOutcome> {
  const { accessToken, isKept } = await getAccessToken(context, lease);
  try {
    return await withCursor(context, lease, { ...invocation, access: accessToken });
  } catch (error) {
    if (!isKept || !(error instanceof GrantLost)) throw error;
    const { accessToken: access } = await freshAccessToken(context, lease);
    return withCursor(context, lease, { ...invocation, access });
  }
}

/** An expired cursor is dropped, and a full sync starts, once. */
async function withCursor(context: SyncContext, lease: Lease, invocation: WithAccess): Promise<SyncOutcome> {
  try {
    return await importPages(context, lease, invocation);
  } catch (error) {
    if (!(error instanceof CursorExpired)) throw error;
    return importPages(context, await saveUnderLease(context)(lease, withoutCursor), invocation);
  }
}

interface WithAccess extends Invocation {
  readonly access: string;
}

async function importPages(context: SyncContext, lease: Lease, { access, timeLeft }: WithAccess): Promise<SyncOutcome> {
  const { calendar } = context.providers[lease.sync.provider];
  let run = startOrContinue(lease, context.clock.now());
  let page = await firstPage(calendar, access, run, { afterFailure: lease.sync.failures > 0 });
  const answerMs = context.clock.now() - lease.startedAt;
  const codes: string[] = [];
  for (;;) {
    if (!page.isLast && page.cursor === run.cursor) throw new CursorExpired('A page returned its own cursor.');
    const next = page.isLast || timeLeft() < PAGE_NEEDS_MS ? undefined : readAhead(calendar, access, page.cursor);
    const target = await loadSyncTarget(context.table, lease, { window: run.window, answerMs });
    const imported = await importPage(context, target, page.events);
    codes.push(...imported.codes);
    const passedOver = passedOverAfter(run.passedOver, imported);
    run = { ...run, cursor: page.cursor, pages: run.pages + 1, passedOver };
    // What a feed says is its program's; a provider's events are to be read by us.
    const needsOperator = lease.sync.provider !== 'feed' && codes.includes('unreadable_event');
    const progress = { pages: run.pages, isFull: run.isFull, passedOver: codes, needsOperator };
    if (page.isLast)
      return { ...progress, ...(await finish(context, lease, { run, target, imported, access, answerMs })) };
    const goesOn = timeLeft() >= PAGE_NEEDS_MS;
    const { dueAt } = (await saveProgress(context, lease, run, imported, goesOn)).sync;
    if (!goesOn) return { ...progress, outcome: 'interrupted', dueAt };
    page = await (next ?? calendar.readOn(access, run.cursor));
  }
}

/** Reads the next page while this one is imported. Its error is thrown when it is awaited. */
function readAhead(calendar: CalendarReader, access: string, cursor: string): Promise<ProviderPage> {
  const page = calendar.readOn(access, cursor);
  page.catch(() => undefined);
  return page;
}

/** Continues an interrupted run, unless its window has to move; otherwise starts an incremental or full one. */
function startOrContinue(
  { sync: { cursor, run, passedOver } }: Lease,
  now: Instant,
): SyncRun & { readonly isNew: boolean } {
  if (run && rollsAt(run.window) > now) return { ...run, isNew: false };
  return cursor === null || needsFullSync(cursor, now)
    ? { isNew: true, isFull: true, window: windowAt(now), cursor: '', pages: 0, passedOver: [] }
    : { isNew: true, isFull: false, window: cursor.window, cursor: cursor.text, pages: 0, passedOver };
}

const firstPage = (
  calendar: CalendarReader,
  access: string,
  { isNew, isFull, window, cursor }: ReturnType<typeof startOrContinue>,
  attempt: ReadAttempt,
): Promise<ProviderPage> =>
  isNew && isFull ? calendar.readWindow(access, window, attempt) : calendar.readOn(access, cursor, attempt);

/** Saves the cursor with the ids that were seen: the end of a full sync removes the others. */
function saveProgress(
  context: SyncContext,
  lease: Lease,
  { isFull, window, cursor, pages, passedOver }: SyncRun,
  { sourceIds }: ImportedPage,
  goesOn: boolean,
): Promise<Lease> {
  const at = context.clock.now();
  const seen = isFull ? [putSeenOnPage(at)({ calendarId: lease.id, page: pages - 1, sourceIds })] : [];
  const run = { isFull, window, cursor, pages, passedOver };
  const transition: SyncTransition = (sync, now) =>
    goesOn ? advanced(sync, run) : interrupted(advanced(sync, run), now);
  return saveUnderLease(context)(lease, transition, seen);
}

interface LastPage {
  readonly run: SyncRun;
  readonly target: SyncTarget;
  readonly imported: ImportedPage;
  readonly access: string;
  readonly answerMs: number;
}

async function finish(context: SyncContext, lease: Lease, { run, target, imported, access, answerMs }: LastPage) {
  const ended = run.isFull && !imported.hasUnknown ? await endUnseen(context, run, target, imported) : 0;
  const fault = await renewWatch(context, lease, access);
  const cursor = { text: run.cursor, window: run.window };
  // An occurrence may have moved between pages while they were read: an incremental run follows at once. A file is one page.
  const goesOn = ended > 0 && lease.sync.provider !== 'feed';
  const { dueAt } = await completeRun(context)(lease, { cursor, passedOver: run.passedOver, answerMs, goesOn });
  return { outcome: 'done', dueAt, ...(fault !== undefined && { fault }) } as const;
}

async function endUnseen(
  context: SyncContext,
  run: SyncRun,
  target: SyncTarget,
  imported: ImportedPage,
): Promise<number> {
  const { connection } = target;
  const seen = { ...run.window, pages: run.pages - 1, sourceIds: new Set(imported.sourceIds) };
  const unseen = await unseenSources(context.table, connection.id, seen);
  await endSourcesWithin(context, target, unseen, CONCURRENCY);
  return unseen.length;
}
