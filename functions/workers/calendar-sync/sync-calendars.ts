import * as v from 'valibot';
import type { pollCalendar } from '#shared/calendars/sync/commands/poll-calendar';
import type { runSync, SyncOutcome } from '#shared/calendars/sync/commands/run-sync';
import type { Clock } from '#shared/foundation/core/clock';
import { type CalendarId, calendarIdOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { id } from '#shared/foundation/dynamodb/row-parts';
import type { Invocation } from '#shared/foundation/events/job-worker';
import type { KeyQueue, Queue, Visibility } from '#shared/foundation/events/ports';
import { type jobsInGroups, OwnMessage } from '#shared/foundation/events/queued-jobs';
import type { writeLog } from '#shared/foundation/platform/log';
import { type BatchResponse, eachMessage, type QueueEvent, traceOf } from '#shared/foundation/platform/queue-batch';
import { type SyncMetrics, syncMetrics } from './sync-metrics.ts';

/** Starts a sync run of one connection or feed. A hint: the due time is stored with the sync. */
export interface CalendarMessage {
  readonly connectionId: CalendarId;
  /** The message group. */
  readonly workspaceId: WorkspaceId;
}

/** The outcome of a message with polls; its log line counts the outcomes of each. */
const POLLED = 'polled';

interface Dependencies {
  readonly run: ReturnType<typeof runSync>;
  readonly poll: ReturnType<typeof pollCalendar>;
  /** Works on the jobs that end connections. */
  readonly endings: ReturnType<typeof jobsInGroups>;
  readonly queue: Queue<CalendarMessage>;
  /** Of that queue. */
  readonly visibility?: Visibility | undefined;
  /** The dead-letter queue: an operator has to look at this connection. */
  readonly givenUp: KeyQueue<Pick<CalendarMessage, 'connectionId'>>;
  /** Undefined where there is nothing to sync any more. */
  readonly workspaceOf: (calendarId: CalendarId) => Promise<WorkspaceId | undefined>;
  readonly clock: Clock;
  readonly stage: string;
  readonly log: typeof writeLog;
}

/** Due connections, from the sweeper; one with its workspace, or a job, from this worker; one, or a job, from the bus. */
const Message = v.union([
  v.object({ connectionIds: v.array(v.string()) }),
  v.object({ connectionId: v.string(), workspaceId: v.exactOptional(id('wks')) }),
  v.pipe(
    v.object({ 'detail-type': v.literal('calendar.due'), detail: v.object({ subject: v.string() }) }),
    v.transform(({ detail }) => ({ connectionId: detail.subject })),
  ),
  v.object({ 'detail-type': v.literal('job.connection_ending'), detail: v.unknown() }),
  OwnMessage,
]);

/** The sweeper sends the messages of later runs: it looks this far ahead every minute. */
const SOON_MS = MINUTE_MS;

/** Syncs each calendar of a batch by itself: only the failed ones are returned to the queue. */
export const syncCalendars =
  (dependencies: Dependencies) =>
  (event: QueueEvent, invocation: Invocation): Promise<BatchResponse> => {
    const metrics = syncMetrics(dependencies.stage);
    return eachMessage(event, {
      worker: 'calendar-sync',
      read: (body) => v.parse(Message, JSON.parse(body)),
      visibility: dependencies.visibility,
      work: async (message) => {
        if ('connectionIds' in message) return pollAll(dependencies, message.connectionIds, invocation, metrics);
        if ('connectionId' in message)
          return 'workspaceId' in message
            ? syncOne(dependencies, calendarIn(message.connectionId), invocation, metrics)
            : groupOne(dependencies, calendarIn(message.connectionId));
        const { endings } = dependencies;
        return 'job' in message ? endings.fromQueue(message, invocation) : endings.fromBus(message);
      },
      fields: () => metrics.fields(dependencies.clock.now()),
      log: dependencies.log,
    });
  };

function calendarIn(text: string): CalendarId {
  const id = calendarIdOf(text);
  if (!id) throw new Error('The message names no calendar connection.');
  return id;
}

/**
 * The bus cannot set a message group, and SQS serves ungrouped messages like those of a quiet workspace: one is queued
 * once more with its workspace as the group, so that the many runs of one workspace do not delay those of others.
 */
async function groupOne(dependencies: Dependencies, calendarId: CalendarId): Promise<string> {
  return (await sendRun(dependencies, calendarId)) ? 'grouped' : 'gone';
}

/** False where there is nothing to sync any more. */
async function sendRun({ queue, workspaceOf }: Dependencies, calendarId: CalendarId, delaySeconds = 0) {
  const workspaceId = await workspaceOf(calendarId);
  if (!workspaceId) return false;
  await queue.send([{ message: { connectionId: calendarId, workspaceId }, delaySeconds, group: workspaceId }]);
  return true;
}

/** Left of an invocation when its polls that have not ended are sent on as runs of their own. */
const RESERVE_MS = 20 * SECOND_MS;

/**
 * Polls all connections concurrently, so that they share the invocation while providers answer. Each is saved by itself,
 * and what needs a sync run is sent on at once: no connection waits for another. What has not ended in time is sent on as
 * well, so that the invocation ends before it is killed. A poll that ends later writes only if nothing else was saved.
 */
async function pollAll(
  dependencies: Dependencies,
  calendarIds: readonly string[],
  invocation: Invocation,
  metrics: SyncMetrics,
): Promise<string> {
  const unfinished = new Set(calendarIds.map(calendarIn));
  const pollOne = async (id: CalendarId): Promise<void> => {
    metrics.countPoll(await pollSafely(dependencies, id, metrics));
    unfinished.delete(id);
  };
  const budget = AbortSignal.timeout(Math.max(0, invocation.getRemainingTimeInMillis() - RESERVE_MS));
  const isOver = new Promise<void>((resolve) => budget.addEventListener('abort', () => resolve(), { once: true }));
  await Promise.race([Promise.all([...unfinished].map(pollOne)), isOver]);
  for (const id of unfinished) await sendRun(dependencies, id);
  return POLLED;
}

/** A calendar that could not be polled is left to a run, whose message is repeated until it can be worked on. */
async function pollSafely(dependencies: Dependencies, calendarId: CalendarId, metrics: SyncMetrics): Promise<string> {
  const { poll, log } = dependencies;
  try {
    const result = await poll(calendarId);
    if (result !== 'run') return await report(dependencies, calendarId, result, metrics);
  } catch (error) {
    log({ worker: 'calendar-sync', connectionId: calendarId, ...traceOf(error) }, 'ERROR');
  }
  await sendRun(dependencies, calendarId);
  return 'run';
}

async function syncOne(
  dependencies: Dependencies,
  calendarId: CalendarId,
  invocation: Invocation,
  metrics: SyncMetrics,
): Promise<string> {
  const result = await dependencies.run(calendarId, { timeLeft: () => invocation.getRemainingTimeInMillis() });
  return report(dependencies, calendarId, result, metrics);
}

async function report(
  dependencies: Dependencies,
  calendarId: CalendarId,
  result: SyncOutcome,
  metrics: SyncMetrics,
): Promise<string> {
  metrics.count(result);
  logResult(dependencies, calendarId, result);
  if (result.needsOperator) await dependencies.givenUp.send([{ message: { connectionId: calendarId } }]);
  if (result.dueAt !== null) await queueIfDueSoon(dependencies, calendarId, result.dueAt);
  return result.outcome;
}

const OURS: ReadonlySet<SyncOutcome['outcome']> = new Set(['failed', 'unopenable']);

/** Logs codes and error names, without content of events. */
function logResult({ log }: Dependencies, calendarId: CalendarId, { outcome, fault, passedOver }: SyncOutcome): void {
  if (passedOver.length > 0)
    log(
      {
        worker: 'calendar-sync',
        connectionId: calendarId,
        passedOver: passedOver.length,
        codes: [...new Set(passedOver)],
      },
      'WARN',
    );
  if (fault === undefined) return;
  const trace = typeof fault === 'string' ? { error: fault } : traceOf(fault);
  log({ worker: 'calendar-sync', connectionId: calendarId, outcome, ...trace }, OURS.has(outcome) ? 'ERROR' : 'WARN');
}

async function queueIfDueSoon(dependencies: Dependencies, calendarId: CalendarId, dueAt: Instant): Promise<void> {
  const inMs = Math.max(0, dueAt - dependencies.clock.now());
  if (inMs <= SOON_MS) await sendRun(dependencies, calendarId, Math.ceil(inMs / SECOND_MS));
}
