import fc from 'fast-check';
import type { OperationId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, later, MINUTE_MS, SECOND_MS, spread } from '#shared/foundation/core/time';
import { turnAfterMs } from '#shared/texts/orders/commands/operation-progress';
import {
  ENGINE_LIMITS,
  type EnginePlace,
  refuseEnginePlace,
  releaseEnginePlace,
  takeEnginePlace,
} from '#shared/texts/orders/rules/engine-places';
import { describe, expect, it } from '#test/support/jest';

interface Server {
  /** Jobs that it runs at a time. */
  readonly jobs: number;
  readonly jobMs: number;
}

interface Arrival {
  readonly at: number;
  readonly workspace: string;
}

interface Waiter extends Arrival {
  readonly id: OperationId;
  next: number;
}

/** What comes of operations that arrive at a server, each of which asks again when the rule says. */
function runOf(server: Server, arrivals: readonly Arrival[], random: () => number) {
  let places: readonly EnginePlace[] = [];
  let ends: { readonly at: number; readonly id: OperationId }[] = [];
  const waiting: Waiter[] = arrivals.map((one, nth) => ({
    ...one,
    id: `opr_${nth + 1_000}` as OperationId,
    next: one.at,
  }));
  const begun: { readonly workspace: string; readonly id: OperationId; readonly at: number }[] = [];
  let [requests, refused] = [0, 0];
  while (waiting.length > 0) {
    const next = waiting.reduce((soonest, one) => (one.next < soonest.next ? one : soonest));
    const now = next.next as Instant;
    for (const { id } of ends.filter(({ at }) => at <= now)) places = releaseEnginePlace(places, id);
    ends = ends.filter(({ at }) => at > now);
    const { id, workspace } = next;
    const of = { operationId: id, workspaceId: workspace as WorkspaceId, takenAt: now };
    const asked = takeEnginePlace(places, of, ENGINE_LIMITS);
    places = asked.places;
    if (asked.before !== undefined) next.next = later(now, spread(turnAfterMs(asked.before), random()));
    else if (ends.length < server.jobs) {
      requests += 1;
      ends.push({ at: now + server.jobMs, id });
      begun.push({ workspace, id, at: now });
      waiting.splice(waiting.indexOf(next), 1);
    } else {
      requests += 1;
      refused += 1;
      const after = refuseEnginePlace(places, id, now);
      places = after.places;
      next.next = later(now, spread(turnAfterMs(after.before), random()));
    }
  }
  const last = begun.at(-1)?.at ?? 0;
  return {
    begun,
    requests,
    refused,
    idleShare: 1 - (begun.length * server.jobMs) / (server.jobs * (last + server.jobMs)),
  };
}

const filesAtOnce = (count: number, workspace = 'wks_1', at = 0): readonly Arrival[] =>
  Array.from({ length: count }, (_, nth) => ({ at: at + nth, workspace }));

const orderOf = ({ begun }: ReturnType<typeof runOf>, workspace: string) =>
  begun.filter((one) => one.workspace === workspace).map(({ id }) => id);

const middling = () => 0.5;

describe('a speech service that runs fewer jobs than orders have places', () => {
  it('begins the files of a workspace in the order in which they came: 70 at once, one job', () => {
    const run = runOf({ jobs: 1, jobMs: 12 * SECOND_MS }, filesAtOnce(70), middling);

    expect(orderOf(run, 'wks_1')).toEqual([...orderOf(run, 'wks_1')].toSorted());
    expect(run.begun).toHaveLength(70);
    expect(run.refused / run.requests).toBeLessThan(0.1);
    expect(run.idleShare).toBeLessThan(0.5);
  });

  it('begins them in that order whatever the jobs, their length, the arrivals and the spread', () => {
    const arrival = fc.record({ at: fc.nat(20 * MINUTE_MS), workspace: fc.constantFrom('wks_1', 'wks_2', 'wks_3') });
    const server = fc.record({
      jobs: fc.integer({ min: 1, max: 5 }),
      jobMs: fc.integer({ min: SECOND_MS, max: 240_000 }),
    });
    fc.assert(
      fc.property(
        server,
        fc.array(arrival, { minLength: 1, maxLength: 40 }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.99, noNaN: true })),
        (given, some, stream) => {
          const arrivals = some.toSorted((one, other) => one.at - other.at);
          const run = runOf(given, arrivals, () => stream.next().value ?? 0);

          for (const workspace of ['wks_1', 'wks_2', 'wks_3'])
            expect(orderOf(run, workspace)).toEqual(orderOf(run, workspace).toSorted());
        },
      ),
      { numRuns: 100 },
    );
  });

  it('lets a workspace with one file wait for no more than a few of another with many', () => {
    const arrivals = [...filesAtOnce(70), { at: 30 * SECOND_MS, workspace: 'wks_2' }];
    const { begun } = runOf({ jobs: 1, jobMs: 12 * SECOND_MS }, arrivals, middling);

    expect(begun.findIndex(({ workspace }) => workspace === 'wks_2')).toBeLessThan(8);
  });

  it('runs as many jobs as it can once it can run more', () => {
    const run = runOf({ jobs: 5, jobMs: MINUTE_MS }, filesAtOnce(70), middling);

    expect(run.refused / run.requests).toBeLessThan(0.15);
    expect(run.idleShare).toBeLessThan(0.5);
  });

  it('is asked by the next one where the first one asks no more', () => {
    const [first, second] = ['opr_1' as OperationId, 'opr_2' as OperationId];
    const workspaceId = 'wks_1' as WorkspaceId;
    const limits = { most: 1, reservedForOtherWorkspaces: 0 };
    const at = (minutes: number) => (minutes * MINUTE_MS) as Instant;
    const ask = (places: readonly EnginePlace[], operationId: OperationId, minutes: number) =>
      takeEnginePlace(places, { operationId, workspaceId, takenAt: at(minutes) }, limits);
    const refused = refuseEnginePlace(ask([], first, 0).places, first, at(0)).places;

    const waits = ask(refused, second, 1);

    expect(waits.before).toBe(1);
    expect(
      takeEnginePlace(waits.places, { operationId: second, workspaceId, takenAt: at(6) }, ENGINE_LIMITS).before,
    ).toBeUndefined();
  });
});
