import * as v from 'valibot';
import type { PassOutcome, runPass } from '#shared/calendars/sync/commands/run-pass';
import type { Clock } from '#shared/core/clock';
import { type CalendarConnectionId, idOf } from '#shared/core/ids';
import { type Instant, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import type { Queue } from '#shared/events/ports/queue';
import type { writeLog } from '#shared/platform/log';
import { type BatchAnswer, eachMessage, type QueueEvent, traceOf } from '#shared/platform/queue-batch';
import { type PassTally, passTally } from './pass-tally.ts';

/** Wakes a pass over one connection's calendar; a hint, since the due moment is kept with its sync. */
export interface CalendarMessage {
  readonly connectionId: CalendarConnectionId;
}

export interface Invocation {
  getRemainingTimeInMillis(): number;
}

interface JobEvent {
  readonly 'detail-type': string;
  readonly detail: unknown;
}

interface Needs {
  readonly pass: ReturnType<typeof runPass>;
  /** Jobs in steps that end connections. */
  readonly endings: (event: JobEvent, invocation: Invocation) => Promise<void>;
  readonly queue: Queue<CalendarMessage>;
  /** Its dead letters: a person is to look at this connection. */
  readonly givenUp: Queue<CalendarMessage>;
  readonly clock: Clock;
  readonly stage: string;
  readonly log: typeof writeLog;
}

/** From the sweeper and from ourselves a connection; from the bus a job with its connection, or one in steps. */
const Message = v.union([
  v.object({ connectionId: v.string() }),
  v.pipe(
    v.object({ 'detail-type': v.literal('calendar.due'), detail: v.object({ subject: v.string() }) }),
    v.transform(({ detail }) => ({ connectionId: detail.subject })),
  ),
  v.object({ 'detail-type': v.literal('job.connection_ending'), detail: v.unknown() }),
]);

/** What is due later than that is the sweeper's, which looks this far ahead every minute. */
const SOON_MS = MINUTE_MS;

/** Calendars that are due, each on its own: one that fails is given back alone. */
export const syncCalendars =
  (needs: Needs) =>
  (event: QueueEvent, invocation: Invocation): Promise<BatchAnswer> => {
    const tally = passTally(needs.stage);
    return eachMessage(event, {
      worker: 'calendar-sync',
      work: async ({ body }) => {
        const message = v.parse(Message, JSON.parse(body));
        if ('connectionId' in message) return passOver(needs, connectionIn(message), invocation, tally);
        await needs.endings(message, invocation);
        return 'ending';
      },
      told: () => tally.told(needs.clock.now()),
      log: needs.log,
    });
  };

function connectionIn({ connectionId }: { readonly connectionId: string }): CalendarConnectionId {
  const id = idOf('cal', connectionId);
  if (!id) throw new Error('The message names no calendar connection.');
  return id;
}

async function passOver(
  needs: Needs,
  connectionId: CalendarConnectionId,
  invocation: Invocation,
  tally: PassTally,
): Promise<string> {
  const passed = await needs.pass(connectionId, { timeLeft: () => invocation.getRemainingTimeInMillis() });
  tally.count(passed);
  tell(needs, connectionId, passed);
  if (passed.needsPerson) await needs.givenUp.send([{ message: { connectionId } }]);
  if (passed.dueAt !== null) await wakeIfSoon(needs, connectionId, passed.dueAt);
  return passed.outcome;
}

const OURS: ReadonlySet<PassOutcome['outcome']> = new Set(['failed', 'unopenable']);

/** What a pass stumbled over: codes and names, never a word of an event. */
function tell({ log }: Needs, connectionId: CalendarConnectionId, { outcome, fault, passedOver }: PassOutcome): void {
  if (passedOver.length > 0)
    log(
      { worker: 'calendar-sync', connectionId, passedOver: passedOver.length, codes: [...new Set(passedOver)] },
      'WARN',
    );
  if (fault === undefined) return;
  const trace = typeof fault === 'string' ? { error: fault } : traceOf(fault);
  log({ worker: 'calendar-sync', connectionId, outcome, ...trace }, OURS.has(outcome) ? 'ERROR' : 'WARN');
}

async function wakeIfSoon({ queue, clock }: Needs, connectionId: CalendarConnectionId, dueAt: Instant): Promise<void> {
  const inMs = Math.max(0, dueAt - clock.now());
  if (inMs > SOON_MS) return;
  await queue.send([{ message: { connectionId }, delaySeconds: Math.ceil(inMs / SECOND_MS) }]);
}
