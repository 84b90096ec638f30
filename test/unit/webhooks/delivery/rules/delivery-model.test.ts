import fc from 'fast-check';
import { type Instant, later } from '#shared/foundation/core/time';
import { type Attempt, acknowledged } from '#shared/webhooks/delivery/rules/attempt';
import { attemptEnded } from '#shared/webhooks/delivery/rules/attempt-ended';
import { type Delivery, isWaiting, skip } from '#shared/webhooks/delivery/rules/delivery';
import { acquireLease, acquireLeaseForRedelivery } from '#shared/webhooks/delivery/rules/lease';
import { expect, it } from '#test/support/jest';
import { anOutcome, aPendingDelivery, noon } from './a-delivery.ts';

/** Several workers with conditional writes to one row, messages in any order, and workers that die at any point. */
interface World {
  now: Instant;
  delivery: Delivery;
  tokens: number;
  readonly holders: { readonly token: string; readonly trigger: Attempt['trigger']; readonly startedAt: Instant }[];
  readonly attempts: Attempt[];
}

type Step = (world: World) => void;

const next = (world: World) => (isWaiting(world.delivery) ? world.delivery.next : 1);

const message =
  (aside: number, receiveCount: number): Step =>
  (world) => {
    const token = `t${++world.tokens}`;
    const result = acquireLease(world.delivery, { attempt: next(world) + aside, now: world.now, receiveCount, token });
    if (result.outcome !== 'acquired') return;
    world.delivery = result.delivery;
    world.holders.push({ token, trigger: 'automatic', startedAt: world.now });
  };

const redelivery: Step = (world) => {
  const token = `t${++world.tokens}`;
  const result = acquireLeaseForRedelivery(world.delivery, { now: world.now, asking: token, token });
  if (result.outcome !== 'acquired') return;
  world.delivery = result.delivery;
  world.holders.push({ token, trigger: 'manual', startedAt: world.now });
};

const sendingEnds =
  (which: number, responseStatus: number | null, random: number): Step =>
  (world) => {
    const [holder] = world.holders.splice(which % Math.max(1, world.holders.length), 1);
    // The store refuses the write of a worker whose lease another has acquired.
    if (!holder || world.delivery.lease?.token !== holder.token) return;
    const outcome = anOutcome({ trigger: holder.trigger, attemptedAt: holder.startedAt, responseStatus });
    const ended = attemptEnded(world.delivery, outcome, { now: world.now, random });
    world.delivery = ended.delivery;
    world.attempts.push(ended.attempt);
  };

const workerDies =
  (which: number): Step =>
  (world) => {
    world.holders.splice(which % Math.max(1, world.holders.length), 1);
  };

const timePasses =
  (milliseconds: number): Step =>
  (world) => {
    world.now = later(world.now, milliseconds);
  };

const endpointGoes: Step = (world) => {
  world.delivery = skip(world.delivery);
};

const which = fc.nat({ max: 3 });
const status = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(null, 301, 304, 410, 500, 503) },
  { weight: 1, arbitrary: fc.constantFrom(200, 204, 299) },
);
const draw = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const messages = fc.tuple(fc.constantFrom(0, 0, 0, -1, 1), fc.integer({ min: 1, max: 3 }));
const steps = fc.array(
  fc.oneof(
    { weight: 80, arbitrary: messages.map(([aside, count]) => message(aside, count)) },
    { weight: 80, arbitrary: fc.tuple(which, status, draw).map((facts) => sendingEnds(...facts)) },
    { weight: 80, arbitrary: fc.constantFrom(100, 10_000, 31_000, 3_600_000).map(timePasses) },
    { weight: 10, arbitrary: which.map(workerDies) },
    { weight: 10, arbitrary: fc.constant(redelivery) },
    { weight: 1, arbitrary: fc.constant(endpointGoes) },
  ),
  { minLength: 20, maxLength: 250 },
);

const run = (taken: readonly Step[]): World => {
  const world: World = { now: noon, delivery: aPendingDelivery(), tokens: 0, holders: [], attempts: [] };
  for (const step of taken) step(world);
  return world;
};

const automatic = (attempts: readonly Attempt[]) => attempts.filter((attempt) => attempt.trigger === 'automatic');

it('a delivery has at most 21 automatic attempts, numbers without gaps, and is delivered by a 2xx alone', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const { delivery, attempts } = run(taken);

      expect(automatic(attempts).length).toBeLessThanOrEqual(21);
      expect(attempts.map((attempt) => attempt.number)).toEqual(attempts.map((_attempt, index) => index + 1));
      expect(delivery.attemptsCount).toBe(attempts.length);
      expect(delivery.firstAttempt).toEqual(attempts[0]);
      expect(delivery.status === 'delivered').toBe(attempts.some(acknowledged));
      if (delivery.status === 'failed') expect(automatic(attempts)).toHaveLength(21);
      if (isWaiting(delivery)) expect(delivery.next).toBe(automatic(attempts).length + 1);
    }),
    { numRuns: 300 },
  );
});

it('an automatic attempt never begins before it is due', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const starts = automatic(run(taken).attempts).map((attempt) => attempt.attemptedAt);
      for (const [index, start] of starts.slice(1).entries()) {
        expect(start - (starts[index] ?? start)).toBeGreaterThanOrEqual(25_000);
      }
    }),
    { numRuns: 300 },
  );
});

it('a delivery is failed after 21 failed attempts, whichever workers died', () => {
  const failingForEver = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(failingForEver, (deaths) => {
      const taken = deaths.flatMap((dies) => [
        timePasses(3_600_000),
        message(0, 1),
        dies ? workerDies(0) : sendingEnds(0, 500, 0.5),
      ]);
      const failures = deaths.filter((dies) => !dies).length;

      expect(run(taken).delivery.status === 'failed').toBe(failures >= 21);
    }),
  );
});
