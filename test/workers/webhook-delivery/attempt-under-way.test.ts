import { SlowQueue } from '#functions/workers/webhook-delivery/queues';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { latencyAt } from '#shared/webhooks/delivery/rules/slow-endpoints';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { requestCounter } from '#test/support/request-counter';

const endpoint = (nth: number) => `whe_01h455vb4pex5vsknk08${String(nth).padStart(6, '0')}` as WebhookEndpointId;

/** A process of the function whose timers run when the test says so. */
function aProcess() {
  const counter = requestCounter();
  const list = slowEndpointList(tableOver(counter.watch(inMemoryMainTable())));
  const due = new Set<() => void>();
  const slowQueue = new SlowQueue({
    list,
    queue: { send: async () => undefined },
    clock: { now: () => noon },
    timer: (_, run) => {
      due.add(run);
      return () => due.delete(run);
    },
    log: () => undefined,
  });
  const secondPasses = () => {
    for (const run of due) run();
  };
  return { slowQueue, list, counter, secondPasses };
}

describe('an attempt that is under way', () => {
  it('makes its endpoint degraded for all processes once it has taken a second', async () => {
    const { slowQueue, list, secondPasses } = aProcess();
    slowQueue.watchAttempt(endpoint(1));

    secondPasses();
    await slowQueue.recordAttempt(endpoint(2), { durationMs: 100 });

    expect(latencyAt(await list.read(), endpoint(1), noon)).toBe('degraded');
  });

  it('changes nothing when it has ended within a second', async () => {
    const { slowQueue, counter, secondPasses } = aProcess();
    const endWatch = slowQueue.watchAttempt(endpoint(1));

    endWatch();
    secondPasses();
    await slowQueue.recordAttempt(endpoint(1), { durationMs: 999 });

    expect(counter.total.requests).toBe(0);
  });

  it('is written together with the others of its batch, in two writes at most', async () => {
    const { slowQueue, list, counter, secondPasses } = aProcess();
    for (let nth = 0; nth < 25; nth += 1) slowQueue.watchAttempt(endpoint(nth));

    secondPasses();
    await slowQueue.recordAttempt(endpoint(99), { durationMs: 100 });

    expect(Object.keys(await list.read())).toHaveLength(25);
    expect(counter.total.byOperation['PutItem']).toBeLessThanOrEqual(2);
  });
});
