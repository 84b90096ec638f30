import { HOUR_MS, SECOND_MS } from '#shared/foundation/core/time';
import { isOperational } from '#shared/foundation/events/rules/operational-event';
import { type Attempt, acknowledged } from '#shared/webhooks/delivery/rules/attempt';
import { MAX_ATTEMPTS } from '#shared/webhooks/delivery/rules/attempt-ended';
import { FAILING_ATTEMPTS } from '#shared/webhooks/endpoints/rules/endpoint-health';
import type { Preset } from '../chances.ts';
import type { Reported, Standing } from '../operational.ts';
import type { History, Outcome } from '../outcome.ts';
import { unless } from './unless.ts';

/**
 * I15: an endpoint that acknowledges nothing for an hour is reported once, and once when it recovers; so is a delivery
 * that fails. Nothing is reported to the endpoint that it is about, or to one that does not name the type.
 */
export function ofReports(outcome: Outcome, preset: Preset): readonly string[] {
  const { reported, standings, histories } = outcome;
  return [
    ...reported.flatMap((report) => ofAddressees(report, standings)),
    ...histories.flatMap((history) => ofFailed(history, outcome)),
    ...standings.flatMap((standing) => ofSpells(standing, outcome, preset)),
  ];
}

function ofAddressees({ type, endpointId, endpoints }: Reported, standings: readonly Standing[]): readonly string[] {
  const named = endpoints.flatMap((id) => standings.find(({ known }) => known.id === id)?.known ?? []);
  return [
    ...unless(!endpoints.includes(endpointId), `I15: ${type} is sent to the endpoint that it is about`),
    ...unless(
      named.every(({ types }) => types.includes(type)),
      `I15: ${type} is sent to an endpoint that does not name it`,
    ),
  ];
}

/** Exactly one report of each delivery that failed, where an endpoint that was never deleted wants it. */
function ofFailed({ delivery, attempts }: History, { reported, standings }: Outcome): readonly string[] {
  const type = 'webhook_event.failed';
  const reports = reported.filter((one) => one.type === type && one.about === delivery.id).length;
  const isDue = hasFailed(attempts) && !isOperational(delivery.type);
  const wanting = wantingOf(standings, type, delivery);
  if (isDue && wanting.some(({ known }) => known.deletedAt === undefined))
    return unless(reports === 1, `I15: a failed delivery is reported ${reports} times`);
  const most = isDue && wanting.length > 0 ? 1 : 0;
  return unless(reports <= most, `I15: a delivery is reported as failed ${reports} times`);
}

const hasFailed = (attempts: readonly Attempt[]): boolean => {
  const scheduled = attempts.filter(({ trigger }) => trigger === 'automatic');
  const last = scheduled.at(-1);
  return scheduled.length === MAX_ATTEMPTS && last !== undefined && !acknowledged(last);
};

const wantingOf = (
  standings: readonly Standing[],
  type: string,
  about: { readonly workspaceId: string; readonly endpointId: string | null },
) =>
  standings.filter(
    ({ known }) =>
      known.workspaceId === about.workspaceId && known.id !== about.endpointId && known.types.includes(type),
  );

interface Ended {
  readonly at: number;
  readonly isAcknowledged: boolean;
}

/** An attempt under way when a streak begins does not end it: as long as a lease. */
const UNDER_WAY_MS = 30 * SECOND_MS;
/** From the end of a request to its report: a few requests to the table, which may take seconds where they are slow. */
const REPORTED_WITHIN_MS = 30 * SECOND_MS;

function ofSpells({ known, state }: Standing, outcome: Outcome, preset: Preset): readonly string[] {
  const ended = endedAt(known.id, outcome.histories);
  const reports = outcome.reported
    .filter(({ type, about }) => about === known.id && SPELLS.includes(type))
    .sort((one, other) => one.at - other.at);
  const isWanted = wantingOf(outcome.standings, FAILING, { ...known, endpointId: known.id }).some(
    (one) => one.known.deletedAt === undefined,
  );
  return [
    ...reports.flatMap((report, nth) => ofReport(report, reports[nth - 1], { ended, wasDisabled: known.wasDisabled })),
    ...unless(
      preset !== 'none' || !isWanted || known.wasDisabled || !isOverdue(ended) || reports.length > 0,
      'I15: an endpoint fails for an hour and is not reported',
    ),
    ...unless(
      !isStuck(state, reports.at(-1), ended),
      'I15: an endpoint acknowledges events and still counts as failing',
    ),
  ];
}

const FAILING = 'webhook_endpoint.failing';
const SPELLS: readonly string[] = [FAILING, 'webhook_endpoint.recovered'];

/** Its attempts in the order in which they ended. */
const endedAt = (endpointId: string, histories: readonly History[]): readonly Ended[] =>
  histories
    .filter(({ delivery }) => delivery.endpointId === endpointId)
    .flatMap(({ attempts }) =>
      attempts.map((attempt) => ({
        at: attempt.attemptedAt + attempt.durationMs,
        isAcknowledged: acknowledged(attempt),
      })),
    )
    .sort((one, other) => one.at - other.at);

interface Around {
  readonly ended: readonly Ended[];
  readonly wasDisabled: boolean;
}

/** A report of failing is true and follows no other; one of recovery follows a report of failing. */
function ofReport(report: Reported, before: Reported | undefined, { ended, wasDisabled }: Around): readonly string[] {
  // One that is enabled again begins afresh.
  const follows = wasDisabled || (report.type === FAILING) !== (before?.type === FAILING);
  const order = unless(follows, `I15: ${report.type} follows ${before?.type ?? 'nothing'}`);
  if (report.type !== FAILING) return order;
  const { at, failingSince = 0 } = report;
  const attempts = ended.filter((one) => one.at <= at && one.at >= failingSince - REPORTED_WITHIN_MS);
  const latelyEnded = ended.some((one) => one.isAcknowledged && one.at > at - HOUR_MS && one.at <= at - UNDER_WAY_MS);
  return [
    ...order,
    ...unless(!latelyEnded, 'I15: reported as failing within an hour of an acknowledgement'),
    ...unless(at - failingSince >= HOUR_MS, 'I15: reported as failing before an hour has passed'),
    ...unless(attempts.length >= FAILING_ATTEMPTS, `I15: reported as failing after ${attempts.length} attempts`),
  ];
}

/** Whether an attempt failed when ten had failed, over an hour and some more, since the last acknowledgement. */
function isOverdue(ended: readonly Ended[]): boolean {
  let streak: readonly Ended[] = [];
  return ended.some((one) => {
    streak = one.isAcknowledged ? [] : [...streak, one];
    const since = streak[0]?.at ?? one.at;
    return streak.length > FAILING_ATTEMPTS && one.at - since > HOUR_MS + UNDER_WAY_MS + REPORTED_WITHIN_MS;
  });
}

/** Still shown as failing, though it acknowledged something after it was reported. */
const isStuck = (state: Standing['state'], last: Reported | undefined, ended: readonly Ended[]): boolean =>
  state?.status === 'enabled' &&
  state.failingSince !== null &&
  last?.type === FAILING &&
  ended.some((one) => one.isAcknowledged && one.at > last.at + REPORTED_WITHIN_MS);

/** I16: the statistics of an endpoint are the attempts on record. */
export function ofStats({ standings, histories }: Outcome): readonly string[] {
  return standings.flatMap(({ known, stats }) => {
    const own = histories.filter(({ delivery }) => delivery.endpointId === known.id);
    const attempts = own.reduce((sum, one) => sum + one.attempts.length, 0);
    const delivered = own.filter(({ delivery }) => delivery.status === 'delivered').length;
    const failed = own.filter((one) => hasFailed(one.attempts)).length;
    return [
      ...unless(stats.attempts === attempts, `I16: ${stats.attempts} attempts are counted, and there are ${attempts}`),
      ...unless(stats.delivered === delivered, `I16: ${stats.delivered} delivered, and there are ${delivered}`),
      ...unless(stats.failed === failed, `I16: ${stats.failed} failed, and there are ${failed}`),
    ];
  });
}
