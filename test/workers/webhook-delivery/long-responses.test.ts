import type { Clock } from '#shared/foundation/core/clock';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { Meter, type Write } from '#test/benchmarks/cost/meter';
import { anEventPath } from '#test/support/event-path';
import { type Answer, aReceiver, type Receiver } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

/** What the sender keeps of a response at most: four kilobytes of headers, and a thousand characters of a body. */
const LONG_RESPONSE = {
  responseHeaders: Object.fromEntries(Array.from({ length: 4 }, (_, nth) => [`x-${nth}`, '\u00e9'.repeat(990)])),
  responseBody: '\u{1f600}'.repeat(1_000),
};

/** A receiver whose responses are as long as they are stored. */
function aTalkativeReceiver(answers: readonly Answer[]): Receiver {
  const plain = aReceiver({ answers });
  return {
    ...plain,
    receive: async (request: Parameters<Receiver['receive']>[0], clock: Clock) => ({
      ...(await plain.receive(request, clock)),
      ...LONG_RESPONSE,
    }),
  };
}

/** An event for this receiver, with what the table is charged for it until it is quiet. */
async function deliveredTo(receiver: Receiver) {
  const writes: Write[] = [];
  const path = anEventPath();
  Object.assign(path.dynamo, new Meter((write) => writes.push(write)).watchTable({ send: path.dynamo.send }));
  const endpoint = await path.anEndpoint({ receiver });
  await path.happens();
  await path.untilQuiet();
  const [delivery] = await path.all();
  if (!delivery) throw new Error('There is no delivery.');
  return { path, endpoint, delivery, writes: writes.filter(({ key }) => key === `${delivery.id} .`) };
}

describe('a long response of a receiver', () => {
  it('to the first attempt does not make each retry write it again', async () => {
    const { path, endpoint, writes } = await deliveredTo(aTalkativeReceiver([500]));

    expect(Math.max(...writes.map(({ bytes }) => bytes))).toBeLessThan(1_024);
    // The delivery as it is made; for each attempt its lease, and its record in a transaction.
    expect(writes.reduce((sum, { units }) => sum + units.row, 0)).toBe(1 + 21 * (1 + 2));
    expect(await violations(path, { events: 1, endpoints: [endpoint] })).toEqual([]);
  });

  it('that acknowledges the first attempt is not written in the transaction', async () => {
    const { delivery, writes } = await deliveredTo(aTalkativeReceiver([200]));

    expect(delivery.status).toBe('delivered');
    expect(writes).toHaveLength(3);
    expect(Math.max(...writes.map(({ bytes }) => bytes))).toBeLessThan(1_024);
  });

  it.each([
    ['after a refusal', [500, 204]],
    ['after a delivery', [204]],
  ] as const)('is shown as a whole with a redelivery: %s', async (_which, answers) => {
    const { path, delivery } = await deliveredTo(aTalkativeReceiver(answers));
    path.clock.set(later(path.clock.now(), MINUTE_MS));
    await path.asksFor(delivery.id);
    await path.untilQuiet();

    const [after] = await path.all();
    const attempts = after ? await path.deliveries.attempts(after) : [];

    expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_, at) => at + 1));
    expect(attempts).toHaveLength(answers.length + 1);
    expect(attempts.map(({ responseHeaders, responseBody }) => ({ responseHeaders, responseBody }))).toEqual(
      attempts.map(() => LONG_RESPONSE),
    );
  });

  it('in the row of a delivery of before is still shown', async () => {
    const { path, delivery } = await deliveredTo(aReceiver({ answers: [204] }));
    const { firstAttempt } = delivery;
    if (!firstAttempt) throw new Error('There was no attempt.');
    const old = { ...delivery, firstAttempt: { ...firstAttempt, ...LONG_RESPONSE } };

    expect(await path.deliveries.attempts(old)).toEqual([old.firstAttempt]);
  });
});

describe('a short response of a receiver', () => {
  it.each([204, 500])('is in the row of its delivery, and no row of its own: %i', async (answer) => {
    const { path, delivery } = await deliveredTo(aReceiver({ answers: [answer, 204] }));

    const attemptRows = path.dynamo.items().filter(({ type }) => type?.S === 'attempt');
    expect(attemptRows).toHaveLength(answer === 204 ? 0 : 1);
    expect(delivery.firstAttempt).toMatchObject({ responseStatus: answer, responseBody: 'noted' });
  });
});
