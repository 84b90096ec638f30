import { anEventPath } from '#test/support/event-path';
import type { Fault } from '#test/support/event-path/container';
import { FAULTS, onceAt, type Point } from '#test/support/event-path/fault-plans';
import { aReceiver } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

// Simulates hours in many runs; the duration depends on the load of the machine.
/** A step of the ninth attempt runs the same code as that of the third; `EVERY_POINT=1` injects a fault at each. */
const isWorthIt = (point: Point): boolean =>
  process.env['EVERY_POINT'] === '1' || Number(point.slice(point.lastIndexOf(' '))) <= 3;

const UNHURT: Fault = { kind: 'stall', seconds: 0 };

/** One event, one receiver that acknowledges at once and one that fails eight times, long enough for the sweeper. */
async function aRun(point: Point | undefined, fault: Fault) {
  const { plan, passed } = onceAt(point, fault);
  const path = anEventPath({ faults: plan });
  const endpoints = [
    await path.anEndpoint(),
    await path.anEndpoint({ receiver: aReceiver({ answers: [...Array(8).fill(500), 204] }), pin: '2025-11-25' }),
  ];
  await path.happens();
  await path.untilQuiet();
  return { path, passed, endpoints, broken: await violations(path, { events: 1, endpoints }) };
}

const named = (fault: (typeof FAULTS)[number]) => [`${fault.kind} ${fault.when}`, fault] as const;

describe('a fault at any one request of any function', () => {
  it.each(FAULTS.map(named))('loses nothing: %s the service acted', async (_name, fault) => {
    const { passed } = await aRun(undefined, UNHURT);

    const broken = [];
    for (const point of passed.filter(isWorthIt)) {
      const run = await aRun(point, fault);
      if (run.broken.length > 0) broken.push([point, run.broken]);
      const sends = run.endpoints.reduce((sum, { receiver }) => sum + receiver.received.length, 0);
      if (sends > 11) broken.push([point, 'more than one send was repeated']);
    }

    expect(passed.length).toBeGreaterThan(40);
    expect(broken).toEqual([]);
  });

  it('covers every step', async () => {
    const { passed } = await aRun(undefined, UNHURT);

    const steps = new Set(passed.map((point) => point.replace(/ \d+$/, '')));
    expect([...steps].sort()).toEqual([
      'outbox-relay PutEvents',
      'sweeper BatchGetItem',
      'sweeper Query',
      'sweeper SendMessageBatch',
      'webhook-delivery BatchGetItem',
      'webhook-delivery Decrypt',
      'webhook-delivery DeleteItem',
      'webhook-delivery PutItem',
      'webhook-delivery SendMessageBatch',
      'webhook-delivery TransactWriteItems',
      'webhook-delivery UpdateItem',
      'webhook-delivery receiver',
      'webhook-fanout BatchGetItem',
      'webhook-fanout PutItem',
      'webhook-fanout SendMessageBatch',
    ]);
  });
});
