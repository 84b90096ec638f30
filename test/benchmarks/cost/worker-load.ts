import { MINUTE_MS } from '#shared/foundation/core/time';
import { MEDIA_MB } from './a-call.ts';
import type { Deployment } from './deployment.ts';
import type { MeasuredMeeting, MeetingWork } from './measured-meeting.ts';
import { sumOf, times, type Usage } from './usage.ts';

/** Messages or records of an invocation under load, where the function takes batches. */
const STREAM_BATCH = 10;
/** Of a request that a function makes: the median of test/benchmarks/delivery/latencies.ts, in seconds. */
const REQUEST_SECONDS = 0.006;
/** Processor time of a message on a whole core: what `npm run bench -- api` measures for a request. */
const PROCESSOR_SECONDS = 0.01;
/** "At 1,769 MB, a function has the equivalent of one vCPU": Lambda developer guide, "Configure Lambda function memory". */
const MEMORY_GB_OF_A_CORE = 1_769 / 1_024;
/** Of every twenty invocations one is traced. */
const TRACED = 0.05;
/** A recorder delivers media at this rate to one function. A guess. */
const MEDIA_MB_A_SECOND = 30;
/** What functions wait for beyond AWS, in seconds: a recorder, a receiver, the media of a recording. */
const WAIT_SECONDS: Readonly<Record<string, number>> = {
  'bot-dispatch': 0.3,
  'webhook-delivery': 0.3,
  'recording-processing': (MEDIA_MB.audio + MEDIA_MB.video) / MEDIA_MB_A_SECOND,
};
/** The bytes of an access log line of the gateway. */
const ACCESS_LOG_BYTES = 400;

/** What one meeting is to one function in some time. */
export interface WorkerLoad {
  readonly worker: string;
  readonly messages: number;
  /** Under load. */
  readonly invocations: number;
  /** Of all invocations together. */
  readonly busySeconds: number;
  readonly dueUnits: number;
  /** All that is paid for. */
  readonly usage: Usage;
  /** `PutEvents` requests, which are not paid for. */
  readonly busRequests: number;
}

/** Minutes from the beginning of a meeting, and what its functions do in each; the invite is on a day of its own. */
export interface MeetingLoad {
  readonly invite: readonly WorkerLoad[];
  readonly minutes: ReadonlyMap<number, readonly WorkerLoad[]>;
}

/** What was measured, for one meeting, minute by minute. */
export function meetingLoad({ work, meetings }: MeasuredMeeting, deployment: Deployment): MeetingLoad {
  const trips = tripsByWorker(work);
  const isInvite = ({ fromStartMs }: MeetingWork) => fromStartMs < -INVITED_BEFORE_MS;
  const loads = (some: readonly MeetingWork[]) =>
    [...Map.groupBy(some, ({ worker }) => worker)].map(([worker, own]) =>
      loadOf({ worker, work: own, trips: trips.get(worker) ?? 0, share: 1 / meetings }, deployment),
    );
  const byMinute = Map.groupBy(
    work.filter((one) => !isInvite(one)),
    ({ fromStartMs }) => Math.floor(fromStartMs / MINUTE_MS),
  );
  return {
    invite: loads(work.filter(isInvite)),
    minutes: new Map([...byMinute].map(([minute, some]) => [minute, loads(some)])),
  };
}

/** What is done so long before a meeting follows from its invite. */
const INVITED_BEFORE_MS = 5 * MINUTE_MS;

/** Requests one after the other in an invocation, on average. */
function tripsByWorker(work: readonly MeetingWork[]): ReadonlyMap<string, number> {
  const invoked = work.filter(({ messages }) => messages > 0);
  return new Map(
    [...Map.groupBy(invoked, ({ worker }) => worker)].map(([worker, own]) => [
      worker,
      own.reduce((sum, { trips }) => sum + trips, 0) / own.length,
    ]),
  );
}

interface OwnWork {
  readonly worker: string;
  readonly work: readonly MeetingWork[];
  readonly trips: number;
  /** Of one meeting. */
  readonly share: number;
}

function loadOf({ worker, work, trips, share }: OwnWork, deployment: Deployment): WorkerLoad {
  const total = (of: (one: MeetingWork) => number) => share * work.reduce((sum, one) => sum + of(one), 0);
  const consumer = deployment.consumers.find((one) => one.worker === worker);
  const batch = worker === 'outbox-relay' ? STREAM_BATCH : (consumer?.batchSize ?? 1);
  const memoryGb = deployment.memoryGb[worker === 'api' ? 'api-meetings' : worker] ?? 0.5;
  const messages = total((one) => one.messages);
  const invocations = messages / batch;
  const processorSeconds = batch * PROCESSOR_SECONDS * Math.max(1, MEMORY_GB_OF_A_CORE / memoryGb);
  const seconds = trips * REQUEST_SECONDS + processorSeconds + (WAIT_SECONDS[worker] ?? 0);
  const { 'bus request': _, ...paid } = sumOf(...work.map(({ usage }) => usage));
  const invoked: Usage = {
    'function request': 1,
    'function GB-second': seconds * memoryGb,
    trace: TRACED,
    ...(consumer && { 'queue request': 2 }),
    ...(worker === 'api' && GATEWAY),
  };
  return {
    ...{ worker, messages, invocations },
    busySeconds: invocations * seconds,
    dueUnits: total(({ dueUnits }) => dueUnits),
    busRequests: total(({ usage }) => usage['bus request'] ?? 0),
    usage: sumOf(times(withoutEmptyPages(paid, work), share), times(invoked, invocations)),
  };
}

const GATEWAY: Usage = {
  ...{ 'edge request': 1, 'flood limit request': 1, 'gateway request': 1 },
  'log GB': ACCESS_LOG_BYTES / 1e9,
};

/** The sweeper looks at every partition each minute, whatever is due: that is in the bill of an idle stage. */
function withoutEmptyPages(usage: Usage, work: readonly MeetingWork[]): Usage {
  const pages = work.reduce(
    (sum, { worker, requests }) => sum + (worker === 'sweeper' ? (requests['Query'] ?? 0) : 0),
    0,
  );
  const units = usage['table read unit'] ?? 0;
  return pages === 0 ? usage : { ...usage, 'table read unit': Math.max(0, units - pages / 2) };
}

/** All of a meeting, from the invite to the end. */
export const wholeMeeting = ({ invite, minutes }: MeetingLoad): readonly WorkerLoad[] => [
  ...invite,
  ...[...minutes.values()].flat(),
];
