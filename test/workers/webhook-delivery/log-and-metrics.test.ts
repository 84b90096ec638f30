import { SECOND_MS } from '#shared/foundation/core/time';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { type Answer, aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';

const batchLines = ({ lines }: EventPath) =>
  lines.filter(({ worker, messages }) => worker === 'webhook-delivery' && messages !== undefined);
const attemptLines = ({ lines }: EventPath) => lines.filter(({ result }) => result !== undefined);

/** One event, two endpoints, and the first batch of attempts three seconds after the change. */
async function theFirstBatch(...answers: readonly Answer[]) {
  const path = anEventPath();
  for (const answer of answers) await path.anEndpoint({ receiver: aReceiver({ answers: [answer] }) });
  await path.happens();
  await path.relayOnce();
  path.clock.advance(3 * SECOND_MS);
  // An event that waited is put back with its workspace as the message group first.
  await path.consumeOnce('fanout');
  await path.consumeOnce('fanout');
  await path.consumeOnce('first');
  return path;
}

describe('the log line of a batch', () => {
  it('has the results of its attempts as metrics of the stage, in embedded metric format', async () => {
    const path = await theFirstBatch(204, 500, 'timeout_response', 204);

    expect(batchLines(path)).toEqual([
      {
        level: 'INFO',
        worker: 'webhook-delivery',
        messages: 4,
        outcomes: { delivered: 2, retrying: 2 },
        stage: 'test',
        WakeUps: 4,
        Attempts: 4,
        AttemptsAcknowledged: 2,
        AttemptsRefused: 1,
        AttemptsTimedOut: 1,
        Delivered: 2,
        Retrying: 2,
        FirstAttemptAfter: [3_000, 3_000, 3_000, 3_000],
        _aws: {
          Timestamp: path.clock.now(),
          CloudWatchMetrics: [
            {
              Namespace: 'Rapporteur',
              Dimensions: [['stage']],
              Metrics: expect.arrayContaining([
                { Name: 'WakeUps', Unit: 'Count' },
                { Name: 'Delivered', Unit: 'Count' },
                { Name: 'FirstAttemptAfter', Unit: 'Milliseconds' },
              ]),
            },
          ],
        },
      },
    ]);
  });

  it('has the stage as its only dimension, so that the cost does not grow with partners', async () => {
    const path = anEventPath();
    for (const answer of [204, 500] as const) await path.anEndpoint({ receiver: aReceiver({ answers: [answer] }) });
    await path.happens();

    await path.untilQuiet();

    const metricLines = path.lines.filter((line) => '_aws' in line);
    expect(metricLines.length).toBeGreaterThan(20);
    for (const { _aws } of metricLines) expect(JSON.stringify(_aws)).toContain('"Dimensions":[["stage"]]');
    const names = new Set(metricLines.flatMap(({ _aws }) => JSON.stringify(_aws).match(/(?<="Name":")\w+/g) ?? []));
    expect(names.size).toBeLessThanOrEqual(12);
  });

  it('counts every attempt of a delivery once, and its end once', async () => {
    const path = anEventPath();
    await path.anEndpoint({ receiver: aReceiver({ answers: [500] }) });
    await path.happens();

    await path.untilQuiet();

    const sum = (name: string) => batchLines(path).reduce((total, line) => total + Number(line[name] ?? 0), 0);
    expect([sum('Attempts'), sum('AttemptsRefused'), sum('Retrying'), sum('Failed')]).toEqual([21, 21, 20, 1]);
    expect(sum('WakeUps') / sum('Attempts')).toBeLessThanOrEqual(1.5);
    expect(batchLines(path).flatMap(({ FirstAttemptAfter = [] }) => FirstAttemptAfter)).toHaveLength(1);
  });

  it('counts a redelivery as an attempt, and neither as a first attempt nor as an end', async () => {
    const path = await theFirstBatch(204);
    const before = batchLines(path).length;
    const [delivery] = await path.all();
    if (delivery) await path.asksFor(delivery.id);

    await path.untilQuiet();

    const attempted = batchLines(path)
      .slice(before)
      .filter(({ Attempts }) => Attempts !== undefined);
    expect(attempted).toHaveLength(1);
    expect(attempted[0]).toMatchObject({ Attempts: 1, AttemptsAcknowledged: 1 });
    expect(attempted[0]).not.toHaveProperty('Delivered');
    expect(attempted[0]).not.toHaveProperty('FirstAttemptAfter');
  });
});

describe('the log line of an attempt', () => {
  it('is written if it was not acknowledged, with ids and result, for the query of the dashboard', async () => {
    const path = await theFirstBatch(204, 503, 'connection_reset');
    const retrying = (await path.all()).filter(({ status }) => status === 'retrying');

    expect(attemptLines(path)).toHaveLength(2);
    expect(attemptLines(path)).toEqual(
      expect.arrayContaining(
        retrying.map(({ id, endpointId, workspaceId, firstAttempt }) => ({
          level: 'INFO',
          worker: 'webhook-delivery',
          deliveryId: id,
          endpointId,
          workspaceId,
          attempt: 1,
          result: firstAttempt?.error ?? 'status_503',
          durationMs: 120,
          deliveryStatus: 'retrying',
        })),
      ),
    );
  });
});
