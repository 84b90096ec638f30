import type { MeasuredMeeting } from '../cost/measured-meeting.ts';
import { sumOf } from '../cost/usage.ts';
import { type MeetingLoad, wholeMeeting } from '../cost/worker-load.ts';
import { table } from '../table.ts';
import type { Estimate, RateName } from './estimate.ts';
import { type QuotaState, quotaStates } from './quotas.ts';

/** Three digits, without an exponent. */
export const shown = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 });

const heading = (first: string, estimates: readonly Estimate[]): readonly string[] => [
  first,
  ...estimates.map((one) => `${shown(one.meetingsADay)} meetings a day`),
];

/** What one meeting is to each function, from its invite to the end. */
export function meetingTable(measured: MeasuredMeeting, load: MeetingLoad): string {
  const byWorker = Map.groupBy(wholeMeeting(load), ({ worker }) => worker);
  const rows = [...byWorker].map(([worker, loads]) => {
    const usage = sumOf(...loads.map((one) => one.usage));
    const total = (of: (one: (typeof loads)[number]) => number) => loads.reduce((sum, one) => sum + of(one), 0);
    const [messages, busySeconds, dueUnits] = [
      total((one) => one.messages),
      total((one) => one.busySeconds),
      total((one) => one.dueUnits),
    ];
    const paid = ['table write unit', 'table read unit', 'queue request', 'bus event'].map((unit) => usage[unit] ?? 0);
    return [worker, ...[messages, busySeconds, dueUnits, ...paid].map(shown)];
  });
  const titles = ['Function', 'messages', 'seconds', 'write units of `due`', 'write units', 'read units'];
  const { callMinutes, events, webhooks } = measured;
  return [
    `A meeting of ${callMinutes} minutes has ${shown(events)} events and ${shown(webhooks)} webhooks.`,
    '',
    table([...titles, 'SQS requests', 'bus events'], rows),
  ].join('\n');
}

/** Average and busiest minute, a second. */
export function rateTable(estimates: readonly Estimate[]): string {
  const names = Object.keys(estimates[0]?.rates ?? {}) as RateName[];
  const rows = names.map((name) => [
    `${name} a second`,
    ...estimates.map(({ rates }) => `${shown(rates[name].average)} / ${shown(rates[name].peak)}`),
  ]);
  const calls = ['calls at once', ...estimates.map((one) => shown(one.callsAtOnce))];
  const slot = ['meetings that begin together', ...estimates.map((one) => shown(one.meetingsOfSlot))];
  return table(heading('Average / busiest minute', estimates), [slot, calls, ...rows]);
}

/** What the partitions of the index `due` get in the busiest minute. */
export function dueTable(estimates: readonly Estimate[]): string {
  const units = (one: Estimate) => one.rates['write units of the index `due`'].peak;
  return table(heading('Busiest minute', estimates), [
    ['write units of the index a second', ...estimates.map((one) => shown(units(one)))],
    ...[8, 16, 64].map((shards) => [
      `of one partition of ${shards}`,
      ...estimates.map((one) => shown(units(one) / shards)),
    ]),
    ['partitions that carry it', ...estimates.map((one) => shown(Math.ceil(units(one) / 1_000)))],
  ]);
}

/** Concurrent invocations, and what the queues of production let through. */
export function workerTable(estimates: readonly Estimate[]): string {
  const rows = (estimates[0]?.workers ?? []).map(({ worker, most }) => [
    worker,
    most === undefined ? 'no maximum' : shown(most),
    ...estimates.map(({ workers }) => {
      const one = workers.find((other) => other.worker === worker);
      const minutes = one && one.minutes > 1 ? ` (${shown(one.minutes)} min)` : '';
      return `${shown(one?.atOnce ?? 0)}${minutes}`;
    }),
  ]);
  return table(['Concurrent invocations', 'maximum', ...heading('', estimates).slice(1)], rows);
}

/** The fullest first, by the largest size. */
export function quotaTable(estimates: readonly Estimate[]): string {
  const states = estimates.map(({ use }) => quotaStates(use));
  const order = states.at(-1) ?? [];
  const rows = order.map(({ name, limit, unit, raised, source }) => [
    name,
    `${limit.toLocaleString('en')} ${unit}`,
    ...states.map((all) => {
      const state = all.find((one) => one.name === name);
      return state ? `${shown(state.used)} (${shown(state.share * 100)} %)` : '';
    }),
    raised ? 'yes' : 'no',
    source,
  ]);
  return table(['Quota', 'by default', ...heading('', estimates).slice(1), 'raised on request', 'Source'], rows);
}

/** What is met, in the order in which it is met as meetings grow, and what to ask for. */
export function firstMet(estimates: readonly Estimate[]): string {
  return estimates
    .map((one) => {
      const met = quotaStates(one.use).filter(({ share }) => share >= 1);
      const list = met.length === 0 ? 'no default quota is met' : met.map(asked).join('; ');
      return `- **${shown(one.meetingsADay)} meetings a day**: ${list}.`;
    })
    .join('\n');
}

const asked = ({ name, share, used, unit, raised }: QuotaState): string =>
  raised
    ? `${name}, ${shown(share)} times: ask for ${shown(roundedUp(used * 1.5))} ${unit}`
    : `${name}, ${shown(share)} times: AWS does not raise it`;

/** To two digits. */
function roundedUp(value: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / step) * step;
}

export function dollarTable(estimates: readonly Estimate[]): string {
  const names = Object.keys(estimates[0]?.dollars ?? {});
  const dollars = (value: number) => Math.round(value).toLocaleString('en');
  const gigabytes = (name: 'rows' | 'files' | 'logs') => estimates.map(({ storedGb }) => shown(storedGb[name]));
  return table(heading('US dollars a month', estimates), [
    ...names.map((name) => [name, ...estimates.map((one) => dollars(one.dollars[name] ?? 0))]),
    ['cents a meeting', ...estimates.map((one) => shown(((one.dollars['all'] ?? 0) * 100) / (one.meetingsADay * 30)))],
    ['beside it, Amazon Transcribe for every recording', ...estimates.map((one) => dollars(one.transcribeDollars))],
    ['GB of rows that a month adds', ...gigabytes('rows')],
    ['GB of files that a month adds', ...gigabytes('files')],
    ['GB of logs a month', ...gigabytes('logs')],
  ]);
}
