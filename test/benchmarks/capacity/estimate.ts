import { MEDIA_MB } from '../cost/a-call.ts';
import type { Consumer, Deployment } from '../cost/deployment.ts';
import { listPrices, type Prices } from '../cost/prices.ts';
import { billFor, totalOf as dollarsOf, sumOf, times, type Usage } from '../cost/usage.ts';
import { type MeetingLoad, type WorkerLoad, wholeMeeting } from '../cost/worker-load.ts';
import { type Amount, callsAtOnce, meetingsADay, meetingsOfSlot, type Rate, rateOf, type Shape } from './load.ts';
import type { QuotaUse } from './quotas.ts';

const DAYS_OF_MONTH = 30;
/** Amazon Transcribe takes so much of the length of a recording. A guess: AWS promises no time. */
const TRANSCRIPTION_SHARE = 0.25;
/** Lines of a call whose recorder sends what is said, an hour: test/benchmarks/cost/live-usage.ts. */
const LIVE_LINES = 1_200;
const LIVE_SECONDS = 0.05;

/** What was measured, for one meeting. */
export interface Measured {
  readonly load: MeetingLoad;
  readonly callMinutes: number;
  readonly rowBytes: number;
  readonly textBytes: number;
  readonly deployment: Deployment;
  /** An hour of a call whose recorder sends what is said, and what one reader adds. */
  readonly live: { readonly call: Usage; readonly reader: Usage };
  /** A month of the stage in which nothing happens. */
  readonly idle: Usage;
  readonly dueShards: number;
}

/** A function, and the queue that bounds it. */
export interface WorkerAtPeak {
  readonly worker: string;
  /** Concurrent invocations in the busiest minute, by Little's law: their rate times their duration. */
  readonly atOnce: number;
  /** What its queues let through. */
  readonly most: number | undefined;
  /** The function is busy for so long with what the busiest minute brings. */
  readonly minutes: number;
}

export interface Estimate {
  readonly shape: Shape;
  readonly meetingsADay: number;
  readonly meetingsOfSlot: number;
  readonly callsAtOnce: number;
  readonly rates: Readonly<Record<RateName, Rate>>;
  readonly workers: readonly WorkerAtPeak[];
  readonly use: QuotaUse;
  /** Gigabytes that a month of meetings leaves. */
  readonly storedGb: { readonly rows: number; readonly files: number; readonly logs: number };
  /** US dollars a month, at list prices. */
  readonly dollars: Readonly<Record<string, number>>;
  /** The same for Amazon Transcribe, where recorders bring no transcript. */
  readonly transcribeDollars: number;
}

const unit =
  (name: string): Amount =>
  ({ usage }) =>
    usage[name] ?? 0;

const AMOUNTS = {
  'table write units': unit('table write unit'),
  'table read units': unit('table read unit'),
  'write units of the index `due`': ({ dueUnits }: WorkerLoad) => dueUnits,
  'PutEvents requests': ({ busRequests }: WorkerLoad) => busRequests,
  'events on the bus': unit('bus event'),
  'SQS requests': unit('queue request'),
  'API requests': unit('gateway request'),
  'function invocations': unit('function request'),
  'KMS requests': unit('key request'),
  'S3 requests': (load: WorkerLoad) => unit('S3 write request')(load) + unit('S3 read request')(load),
  'SES mails': unit('mail'),
  'log bytes': (load: WorkerLoad) => unit('log GB')(load) * 1e9,
} as const satisfies Readonly<Record<string, Amount>>;
export type RateName = keyof typeof AMOUNTS;

/** Everything that follows from the shape of a day and what one meeting takes. */
export function estimate(measured: Measured, shape: Shape, prices: Prices = listPrices()): Estimate {
  const { load, callMinutes } = measured;
  const rate = (amount: Amount) => rateOf(load, shape, amount);
  const rates = Object.fromEntries(Object.entries(AMOUNTS).map(([name, amount]) => [name, rate(amount)])) as Record<
    RateName,
    Rate
  >;
  const calls = callsAtOnce(shape, callMinutes);
  return {
    shape,
    meetingsADay: meetingsADay(shape),
    meetingsOfSlot: meetingsOfSlot(shape),
    callsAtOnce: calls,
    rates,
    workers: workersAtPeak(measured, shape),
    use: quotaUse(measured, shape, rates),
    storedGb: storedGb(measured, shape),
    ...dollarsAMonth(measured, shape, prices),
  };
}

function workersAtPeak({ load, deployment }: Measured, shape: Shape): readonly WorkerAtPeak[] {
  const names = new Set(wholeMeeting(load).map(({ worker }) => worker));
  return [...names]
    .map((worker) => {
      const busy = rateOf(load, shape, (one) => (one.worker === worker ? one.busySeconds : 0)).peak;
      const most = mostOf(deployment.consumers.filter((consumer) => consumer.worker === worker));
      return { worker, atOnce: busy, most, minutes: most === undefined ? 1 : Math.max(1, busy / most) };
    })
    .filter(({ atOnce }) => atOnce > 0)
    .sort((one, other) => other.atOnce - one.atOnce);
}

/** A worker's first queue bounds it: the others are for retries. */
const mostOf = ([first]: readonly Consumer[]): number | undefined => first?.maxConcurrency;

function quotaUse(measured: Measured, shape: Shape, rates: Readonly<Record<RateName, Rate>>): QuotaUse {
  const { load, deployment, callMinutes, dueShards } = measured;
  const slot = meetingsOfSlot(shape);
  const live = callsAtOnce(shape, callMinutes) * shape.liveShare;
  const lines = (live * LIVE_LINES) / 3_600;
  const ofLive = times(sumOf(measured.live.call, times(measured.live.reader, shape.readersOfLive)), live / 3_600);
  const busy = workersAtPeak(measured, shape).map(({ atOnce, most }) => Math.min(atOnce, most ?? atOnce));
  const inFlight = deployment.consumers.map(({ batchSize, maxConcurrency = 1_000 }) => batchSize * maxConcurrency);
  const started = rateOf(load, shape, (one) => (one.worker === 'recording-processing' ? one.invocations : 0)).peak;
  return {
    functions: busy.reduce((sum, one) => sum + one, 0) + lines * LIVE_SECONDS,
    functionStarts: started * 10,
    putEvents: rates['PutEvents requests'].peak,
    busTargets: rates['events on the bus'].peak,
    tableWrites: rates['table write units'].peak + (ofLive['table write unit'] ?? 0),
    tableReads: rates['table read units'].peak + (ofLive['table read unit'] ?? 0),
    duePartition: rates['write units of the index `due`'].peak / dueShards,
    messagesInFlight: Math.max(...inFlight),
    requests: rates['API requests'].peak + lines,
    connections: (slot * shape.liveShare * shape.readersOfLive) / 60,
    keys: rates['KMS requests'].peak,
    mails: rates['SES mails'].average * 24 * 60 * 60,
    transcriptions: Math.min(slot, slot * ((callMinutes * TRANSCRIPTION_SHARE) / shape.slotMinutes)),
    transcriptionStarts: slot / 60,
  };
}

function storedGb({ load, rowBytes, textBytes, callMinutes }: Measured, shape: Shape): Estimate['storedGb'] {
  const meetings = meetingsADay(shape) * DAYS_OF_MONTH;
  const mediaGb = ((MEDIA_MB.audio + MEDIA_MB.video) * callMinutes) / 60 / 1e3;
  const logs = wholeMeeting(load).reduce((sum, { usage }) => sum + (usage['log GB'] ?? 0), 0);
  return { rows: (meetings * rowBytes) / 1e9, files: meetings * (mediaGb + textBytes / 1e9), logs: meetings * logs };
}

const GROUPS: Readonly<Record<string, RegExp>> = {
  DynamoDB: /^table/,
  SQS: /^queue/,
  Lambda: /^function/,
  EventBridge: /^bus/,
  KMS: /^key/,
  'API Gateway, CloudFront, WAF': /^(edge|flood|gateway|socket)/,
  'CloudWatch, X-Ray': /^(log|trace|alarm|metric|dashboard)/,
  'data out': /^GB out/,
  S3: /^S3/,
  SES: /^mail/,
};

function dollarsAMonth(measured: Measured, shape: Shape, prices: Prices) {
  const { load, callMinutes, live, idle } = measured;
  const meetings = meetingsADay(shape) * DAYS_OF_MONTH;
  const stored = storedGb(measured, shape);
  const liveCalls = meetings * shape.liveShare * (callMinutes / 60);
  const usage = sumOf(
    times(sumOf(...wholeMeeting(load).map((one) => one.usage)), meetings),
    { 'table GB-month': stored.rows, 'S3 GB-month': stored.files },
    times(sumOf(live.call, times(live.reader, shape.readersOfLive)), liveCalls),
    idle,
  );
  const bill = billFor(usage, prices);
  const dollars = Object.fromEntries(
    Object.entries(GROUPS).map(([name, units]) => [
      name,
      dollarsOf(Object.fromEntries(Object.entries(bill).filter(([one]) => units.test(one)))),
    ]),
  );
  return {
    dollars: { ...dollars, all: dollarsOf(bill) },
    transcribeDollars: dollarsOf(billFor({ 'Transcribe minute': meetings * callMinutes }, prices)),
  };
}
