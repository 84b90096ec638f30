import * as v from 'valibot';
import type { runSync, SyncOutcome } from '#shared/calendars/sync/commands/run-sync';
import type { Clock } from '#shared/core/clock';
import { type CalendarConnectionId, idOf } from '#shared/core/ids';
import { type Instant, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import type { Invocation, JobHandler } from '#shared/events/job-worker';
import type { Queue } from '#shared/events/ports';
import type { writeLog } from '#shared/platform/log';
import { type BatchResponse, eachMessage, type QueueEvent, traceOf } from '#shared/platform/queue-batch';
import { type SyncMetrics, syncMetrics } from './sync-metrics.ts';

/** Starts a sync run of one connection. A hint: the due time is stored with the sync. */
export interface CalendarMessage {
  readonly connectionId: CalendarConnectionId;
}

interface Dependencies {
  readonly run: ReturnType<typeof runSync>;
  /** Works on the jobs that end connections. */
  readonly endings: JobHandler;
  readonly queue: Queue<CalendarMessage>;
  /** The dead-letter queue: an operator has to look at this connection. */
  readonly givenUp: Queue<CalendarMessage>;
  readonly clock: Clock;
  readonly stage: string;
  readonly log: typeof writeLog;
}

/** A connection, from the sweeper and this worker; a job with its connection, or one in steps, from the bus. */
const Message = v.union([
  v.object({ connectionId: v.string() }),
  v.pipe(
    v.object({ 'detail-type': v.literal('calendar.due'), detail: v.object({ subject: v.string() }) }),
    v.transform(({ detail }) => ({ connectionId: detail.subject })),
  ),
  v.object({ 'detail-type': v.literal('job.connection_ending'), detail: v.unknown() }),
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
      work: async ({ body }) => {
        const message = v.parse(Message, JSON.parse(body));
        if ('connectionId' in message) return syncOne(dependencies, connectionIn(message), invocation, metrics);
        await dependencies.endings(message, invocation);
        return 'ending';
      },
      fields: () => metrics.fields(dependencies.clock.now()),
      log: dependencies.log,
    });
  };

function connectionIn({ connectionId }: { readonly connectionId: string }): CalendarConnectionId {
  const id = idOf('cal', connectionId);
  if (!id) throw new Error('The message names no calendar connection.');
  return id;
}

async function syncOne(
  dependencies: Dependencies,
  connectionId: CalendarConnectionId,
  invocation: Invocation,
  metrics: SyncMetrics,
): Promise<string> {
  const result = await dependencies.run(connectionId, { timeLeft: () => invocation.getRemainingTimeInMillis() });
  metrics.count(result);
  logResult(dependencies, connectionId, result);
  if (result.needsPerson) await dependencies.givenUp.send([{ message: { connectionId } }]);
  if (result.dueAt !== null) await wakeIfSoon(dependencies, connectionId, result.dueAt);
  return result.outcome;
}

const OURS: ReadonlySet<SyncOutcome['outcome']> = new Set(['failed', 'unopenable']);

/** Logs codes and error names, without content of events. */
function logResult(
  { log }: Dependencies,
  connectionId: CalendarConnectionId,
  { outcome, fault, passedOver }: SyncOutcome,
): void {
  if (passedOver.length > 0)
    log(
      { worker: 'calendar-sync', connectionId, passedOver: passedOver.length, codes: [...new Set(passedOver)] },
      'WARN',
    );
  if (fault === undefined) return;
  const trace = typeof fault === 'string' ? { error: fault } : traceOf(fault);
  log({ worker: 'calendar-sync', connectionId, outcome, ...trace }, OURS.has(outcome) ? 'ERROR' : 'WARN');
}

async function wakeIfSoon(
  { queue, clock }: Dependencies,
  connectionId: CalendarConnectionId,
  dueAt: Instant,
): Promise<void> {
  const inMs = Math.max(0, dueAt - clock.now());
  if (inMs > SOON_MS) return;
  await queue.send([{ message: { connectionId }, delaySeconds: Math.ceil(inMs / SECOND_MS) }]);
}
