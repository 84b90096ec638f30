import { invocationObserver } from '#shared/foundation/platform/observe-invocation';
import { describe, expect, it } from '#test/support/jest';

const NOW = Date.parse('2026-11-02T10:00:00Z');
const MEGABYTE_KB = 1_024;

/** A process whose invocations begin at these seconds, and whose memory grows by ten megabytes with each. */
function linesOf(invocations: readonly { readonly second: number; readonly event?: unknown }[]) {
  const lines: Readonly<Record<string, unknown>>[] = [];
  let second = 0;
  let peakMb = 90;
  const observe = invocationObserver({
    stage: 'test',
    now: () => NOW + second * 1_000,
    initMs: 412.4,
    peakMemoryKb: () => {
      peakMb += 10;
      return peakMb * MEGABYTE_KB;
    },
    memoryMb: 512,
    log: (line) => void lines.push(line),
  });
  for (const invocation of invocations) {
    second = invocation.second;
    observe(invocation.event);
  }
  return lines;
}

describe('a process of a function', () => {
  it('reports at its first invocation how long it took to start, and its memory', () => {
    expect(linesOf([{ second: 0 }])).toEqual([{ report: 'process', initMs: 412, peakMemoryMb: 100, memoryMb: 512 }]);
  });

  it('reports its memory again once a minute, without the start', () => {
    expect(linesOf([0, 1, 59, 60, 100, 121].map((second) => ({ second })))).toEqual([
      { report: 'process', initMs: 412, peakMemoryMb: 100, memoryMb: 512 },
      { report: 'process', peakMemoryMb: 110, memoryMb: 512 },
      { report: 'process', peakMemoryMb: 120, memoryMb: 512 },
    ]);
  });
});

/** An event of SQS with messages that were sent so many seconds ago. */
const aBatch = (...ages: readonly number[]) => ({
  Records: ages.map((age) => ({ body: '{}', attributes: { SentTimestamp: String(NOW - age * 1_000) } })),
});

const lateIn = (event: unknown) => linesOf([{ second: 0, event }]).filter(({ report }) => report !== 'process');

describe('messages of a queue', () => {
  it('are reported as a metric of the stage, by the oldest of a batch, from twenty minutes on', () => {
    expect(lateIn(aBatch(3, 4_000, 1_200))).toEqual([
      {
        report: 'late messages',
        stage: 'test',
        LateMessageSeconds: 4_000,
        _aws: {
          Timestamp: NOW,
          CloudWatchMetrics: [
            {
              Namespace: 'Rapporteur',
              Dimensions: [['stage']],
              Metrics: [{ Name: 'LateMessageSeconds', Unit: 'Seconds' }],
            },
          ],
        },
      },
    ]);
  });

  it.each([0, 900, 1_199])('are not reported after %i seconds, which a delay may take', (age) => {
    expect(lateIn(aBatch(age))).toEqual([]);
  });

  it.each([
    undefined,
    null,
    'text',
    {},
    { Records: [] },
    { Records: [null, { attributes: {} }] },
    { Records: [{ eventName: 'INSERT', dynamodb: { Keys: {} } }] },
  ])('are not looked for in any other event: %j', (event) => {
    expect(lateIn(event)).toEqual([]);
  });
});
