import { measureMeeting } from '#test/benchmarks/cost/measured-meeting';
import { productionDeployment } from '#test/benchmarks/cost/meeting-usage';
import { listPrices } from '#test/benchmarks/cost/prices';
import { billFor, sumOf, totalOf } from '#test/benchmarks/cost/usage';
import { meetingLoad, wholeMeeting } from '#test/benchmarks/cost/worker-load';
import { SIZE } from '#test/benchmarks/office';
import { beforeAll, describe, expect, it } from '#test/support/jest';

const deployment = productionDeployment();

describe('the deployment in the templates', () => {
  it('has the queues with their functions, and the rules of the bus with their targets', () => {
    const bots = deployment.consumers.find(({ queue }) => queue === 'bots');
    const fanout = deployment.routes.find(({ queue }) => queue === 'fanout');

    expect(bots).toMatchObject({ worker: 'bot-dispatch', batchSize: 10, maxConcurrency: 20 });
    expect(fanout?.detailTypes).toContainEqual({ prefix: 'meeting.' });
    expect(deployment.memoryGb['bot-dispatch']).toBe(0.5);
  });
});

describe('a measured meeting', () => {
  const MINUTES = 3;
  let measured: Awaited<ReturnType<typeof measureMeeting>>;
  beforeAll(async () => {
    measured = await measureMeeting({ seed: 1, deployment, meetings: 1, callMinutes: MINUTES });
  });
  const loads = () => wholeMeeting(meetingLoad(measured, deployment));
  const of = (worker: string) => loads().filter((load) => load.worker === worker);

  it('has each event delivered to every endpoint, and a mail for everyone on the invite', () => {
    const mails = of('mail-delivery').reduce((sum, { usage }) => sum + (usage['mail'] ?? 0), 0);

    expect(measured.webhooks).toBe(SIZE.endpoints * measured.events);
    expect(mails).toBe(SIZE.attendees);
  });

  it('is worked on by each function on its way, from the invite to what is left to do after its end', () => {
    expect(new Set(loads().map(({ worker }) => worker))).toEqual(
      new Set([
        ...['api', 'outbox-relay', 'webhook-fanout', 'webhook-delivery', 'sweeper'],
        ...['bot-dispatch', 'recording-processing', 'housekeeping', 'mail-delivery'],
      ]),
    );
  });

  it('has its bot looked at in each minute of the call', () => {
    const minutes = new Set(
      measured.work
        .filter(({ worker, messages }) => worker === 'bot-dispatch' && messages > 0)
        .map(({ fromStartMs }) => Math.floor(fromStartMs / 60_000)),
    );

    expect(minutes.size).toBeGreaterThanOrEqual(MINUTES);
  });

  it('loses nothing of what was written when it is spread over minutes and functions', () => {
    const written = measured.writes.reduce((sum, { write }) => sum + write.units.row + write.units.indexes, 0);
    const due = measured.writes.reduce((sum, { write }) => sum + write.units.due, 0);

    expect(sumOf(...loads().map(({ usage }) => usage))['table write unit']).toBe(written);
    expect(loads().reduce((sum, { dueUnits }) => sum + dueUnits, 0)).toBe(due);
    expect(due).toBeLessThan(written);
  });

  it('has a price for everything that it takes', () => {
    expect(totalOf(billFor(sumOf(...loads().map(({ usage }) => usage)), listPrices()))).toBeGreaterThan(0);
  });
});
